import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/** Replaces the person's own picture; the dialog shows failures. */
export function useChangePicture() {
  return useMutation({
    mutationFn: (picture: string) =>
      requestRest(z.object({ picture: z.string() }), { endpoint: 'changePicture', body: { picture } }),
    onSuccess: () => showSuccess('Picture saved'),
  });
}

/** Removes the person's own picture. */
export function useRemovePicture() {
  return useMutation({
    mutationFn: () => requestRest(z.null(), { endpoint: 'removePicture' }),
    onSuccess: () => showSuccess('Picture removed'),
    onError: () => showError('Could not remove your picture. Try again.'),
  });
}
