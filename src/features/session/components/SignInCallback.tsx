import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { completeSignIn } from '#src/transport/sign-in-web.ts';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { takeIsNewUser } from '#src/transport/sign-up-session.ts';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';
import { clearFlash, storeFlash } from '../flash.ts';
import { takeNextPath } from '../next-path.ts';

/** The redirect target of the identity provider: completes the sign-in and opens the requested page. */
export function SignInCallback() {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    void completeSignIn(location.search).then(
      async ({ invitation }) => {
        clearFlash();
        client.clear();
        if (takeIsNewUser()) showSuccess('Welcome to GoPath');
        if (invitation?.isAccepted === true) showSuccess('Invitation accepted');
        const isOpen = invitation?.isAccepted === false;
        await navigate(isOpen ? paths.acceptInvitation(invitation.token) : takeNextPath(), { replace: true });
      },
      async (error: unknown) => {
        const message = error instanceof AppError ? error.message : 'Could not sign in. Try again.';
        storeFlash({ message, success: false });
        await navigate(paths.signIn, { replace: true });
      },
    );
    // Runs once per address, because a sign-in code can be used once.
  }, [navigate, client]);
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas">
      <title>Signing in · GoPath</title>
      <Spinner label="Signing in" />
    </main>
  );
}
