import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { RESET_FAILED } from '#shared/session/schema.ts';
import type { StateAction } from '#shared/users/account-state.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/** Disables or enables a person; the dialog shows the error (USER-050). */
export function useChangeState(pk: number) {
  return useMutation({
    mutationFn: (body: { action: StateAction; reason?: string }) =>
      requestRest(z.literal('OK'), { endpoint: 'changeUserState', params: { pk }, body }),
  });
}

/** Emails a person a link to choose a new password (USER-033). */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: ({ pk }: { pk: number; full_name: string }) =>
      requestRest(z.null(), { endpoint: 'sendPasswordReset', params: { pk } }),
    onSuccess: (_answer, { full_name: name }) => showSuccess(`Password reset email sent to ${name}`),
    onError: () => showError(RESET_FAILED),
  });
}
