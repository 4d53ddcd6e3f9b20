import { useQueryClient } from '@tanstack/react-query';
import type { Browser } from 'wxt/browser';
import type { SignIn } from '#src/messaging/published.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SignedOut } from '../extension/SignedOut.tsx';
import { usePublished } from '../extension/usePublished.ts';
import { useSignIn } from '../extension/useSignIn.ts';
import { Logo } from '../../shell/frame/Logo.tsx';
import { Account } from './Account.tsx';
import { LocalData } from './LocalData.tsx';
import { Notifications } from './Notifications.tsx';
import { ServerAddress } from './ServerAddress.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** The extension's settings: account, notifications, server, shortcuts and local data. */
export function Options({
  initialSignIn,
  initialServer,
  commands,
}: {
  initialSignIn: SignIn;
  initialServer: string;
  commands: readonly Browser.commands.Command[];
}) {
  const signIn = useSignIn(initialSignIn, useQueryClient());
  const server = usePublished('server', initialServer);
  return (
    <main className="mx-auto grid max-w-[720px] gap-4 px-4 py-8">
      <header className="flex items-center gap-3 pb-2">
        <Logo />
        <h1 className="text-2xl font-semibold text-muted">Settings</h1>
      </header>
      {signIn.status === 'in' ? (
        <Account key={signIn.subject} />
      ) : (
        <Card title="Account" padded={false}>
          <SignedOut reason={signIn.reason}>
            {signIn.reason === null ? 'Use the same account as on the web.' : <StoredText />}
          </SignedOut>
        </Card>
      )}
      <Notifications />
      <ServerAddress key={server} server={server} isSignedIn={signIn.status === 'in'} />
      <Shortcuts commands={commands} />
      <LocalData isSignedIn={signIn.status === 'in'} />
    </main>
  );
}
