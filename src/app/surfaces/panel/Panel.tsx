import { useQueryClient } from '@tanstack/react-query';
import { type SignIn, subjectOf } from '#src/messaging/published.ts';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SignedOut } from '../extension/SignedOut.tsx';
import { useSignIn } from '../extension/useSignIn.ts';
import { Logo } from '../../shell/frame/Logo.tsx';
import { MeetingPanel } from './MeetingPanel.tsx';

/**
 * The side panel beside a video call: 360 px wide or more, as high as the window.
 * @param cached the meeting of the cache of the person who is signed in initially
 */
export function Panel({ initial, cached }: { initial: SignIn; cached: number | null }) {
  const signIn = useSignIn(initial, useQueryClient());
  if (signIn.status === 'in') {
    const { subject } = signIn;
    return (
      <MeetingPanel key={subject} subject={subject} cached={subject === subjectOf(initial) ? cached : null} />
    );
  }
  return (
    <main className="min-h-dvh bg-surface text-sm">
      <header className="flex h-11 items-center border-b px-4">
        <h1 className="flex">
          <Logo />
        </h1>
      </header>
      <SignedOut reason={signIn.reason}>
        {signIn.reason === null ? (
          'Then you can write meeting notes here during the call.'
        ) : (
          <StoredText> You can continue where you stopped.</StoredText>
        )}
      </SignedOut>
    </main>
  );
}
