import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SignIn } from '#src/messaging/published.ts';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SignedOut } from '../extension/SignedOut.tsx';
import { useSignIn } from '../extension/useSignIn.ts';
import { Frame } from './Frame.tsx';
import { Overview } from './Overview.tsx';

/** The toolbar button's popup: 380 px wide, at most 600 high. */
export function Popup({
  client,
  initial,
  cachedAt,
}: {
  client: QueryClient;
  initial: SignIn;
  cachedAt: Date | null;
}) {
  const signIn = useSignIn(initial, client);
  let content: ReactNode;
  if (signIn.status === 'in') {
    content = <Overview key={signIn.subject} subject={signIn.subject} cachedAt={cachedAt} />;
  } else {
    content = (
      <Frame>
        <div className="-m-3">
          <SignedOut reason={signIn.reason}>
            {signIn.reason === null ? (
              'Meeting notes beside your video calls, and your students one click away.'
            ) : (
              <StoredText />
            )}
          </SignedOut>
        </div>
      </Frame>
    );
  }
  return <QueryClientProvider client={client}>{content}</QueryClientProvider>;
}
