import { useMutation } from '@tanstack/react-query';
import { termsAccepted } from '#shared/legal/responses.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Agrees to a version of the terms. */
export function useAcceptTerms() {
  return useMutation({
    mutationFn: (version: string) =>
      requestRest(termsAccepted, { endpoint: 'acceptTerms', body: { version } }),
    onError: (error) => showError(`Couldn’t save your agreement: ${error.message}`),
  });
}
