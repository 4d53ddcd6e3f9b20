import { queryOptions, useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AppError } from '#shared/kernel/errors.ts';
import { type AcceptedInvitation, beginSignIn, readOpenInvitation } from '#src/transport/sign-in-web.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { invitationKeys } from './queries.ts';

/**
 * Returns the query of a link's invitation. Each page requests it again, because it may have been used or revoked
 * since.
 */
export function openInvitationQuery(token: string) {
  return queryOptions({
    queryKey: invitationKeys.open(token),
    queryFn: () => readOpenInvitation(token),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Accepts an invitation for the signed-in person. */
export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (token: string) => requestRest(z.null(), { endpoint: 'acceptInvitation', params: { token } }),
    onError: (error) => {
      const isKnown = error instanceof AppError && ['CONFLICT', 'RATE_LIMITED'].includes(error.code);
      showError(isKnown ? error.message : 'Failed to accept the invitation');
    },
  });
}

/** Starts a sign-in at the identity provider that accepts the invitation. */
export function useSignInToAccept() {
  return useMutation({
    mutationFn: (invited: AcceptedInvitation) => beginSignIn('sign_in', invited),
    onError: () => showError('The sign-in could not be started. Try again.'),
  });
}
