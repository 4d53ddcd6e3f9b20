import { useMutation } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import {
  CreateUserDocument,
  type CreateUserInput,
  ResendInvitationDocument,
  RevokeInvitationDocument,
} from '#src/transport/generated/invitations/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import type { InvitedUser } from './queries.ts';

/** Invites a person (INV-016). The form shows the result. */
export function useInvite() {
  return useMutation({
    mutationFn: async (input: CreateUserInput) =>
      (await request(CreateUserDocument, { input })).createUser.user.node,
  });
}

/** Returns the server's message if it is meant for people. */
function reasonOf(error: Error): string {
  const known = error instanceof AppError && ['RATE_LIMITED', 'CONFLICT'].includes(error.code);
  return known ? `: ${error.message}` : '';
}

/** Emails a new link. */
export function useResendInvitation() {
  return useMutation({
    mutationFn: ({ id }: InvitedUser) => request(ResendInvitationDocument, { input: { id } }),
    onSuccess: (_answer, { email }) => showSuccess(`Sent again to ${email}`),
    onError: (error) => showError(`Failed to send the invitation again${reasonOf(error)}`),
  });
}

/** Revokes an invitation. */
export function useRevokeInvitation() {
  return useMutation({
    mutationFn: ({ id }: InvitedUser) => request(RevokeInvitationDocument, { input: { id } }),
    onSuccess: (_answer, { email }) => showSuccess(`Revoked the invitation to ${email}`),
    onError: (error) => showError(`Failed to revoke the invitation${reasonOf(error)}`),
  });
}
