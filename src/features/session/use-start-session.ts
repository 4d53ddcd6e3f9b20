import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { type SignInMode, startSession } from '#src/transport/transport.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { clearFlash } from './flash.ts';
import { takeNextPath } from './next-path.ts';

/** Starts a sign-in at the identity provider. In the extension it continues signed in and opens the requested page. */
export function useStartSession() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (mode: SignInMode) => startSession(mode),
    onSuccess: async (isSignedIn) => {
      if (!isSignedIn) return;
      clearFlash();
      client.clear();
      await navigate(takeNextPath(), { replace: true });
    },
    onError: (error) => {
      const reason = error instanceof AppError ? error.message : 'Try again.';
      showError(`The sign-in could not be started. ${reason}`);
    },
  });
}
