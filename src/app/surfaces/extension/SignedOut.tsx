import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { DEFAULTS } from '#src/messaging/published.ts';
import { send } from '#src/messaging/send.ts';
import { PlainButton } from '#src/ui/buttons/PlainButton.tsx';
import { applyTheme } from '#src/ui/theme/theme.ts';
import { allowServer } from './allow-server.ts';
import { usePublished } from './usePublished.ts';
import { useWorkerAction } from './useWorkerAction.ts';

/** Offers to sign in (in a browser window), and shows why the last session ended. */
export function SignedOut({ reason, children }: { reason: string | null; children: ReactNode }) {
  const server = usePublished('server', DEFAULTS.server);
  const { run, busy, error } = useWorkerAction(async () => {
    // In Firefox, people can revoke permissions granted at installation.
    if (import.meta.env.FIREFOX) await allowServer(server);
    await send('sign_in', { mode: 'sign_in' });
  });
  const problem = error ?? reason;
  useEffect(() => applyTheme(null), []);
  return (
    <div className="grid justify-items-start gap-3 p-4">
      <h2 className="text-xl font-semibold">{reason === null ? 'Sign in to GoPath' : 'Sign in again'}</h2>
      {problem !== null && (
        <p role="alert" className="flex gap-2 text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
      <p className="text-muted">{children}</p>
      <PlainButton variant="primary" onClick={run} busy={busy}>
        Sign in
      </PlainButton>
    </div>
  );
}
