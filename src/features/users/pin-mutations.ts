import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { type Me, type PinnedUser, pinnedUsers } from '#shared/users/responses.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { userQueries } from './queries.ts';

function withReason(message: string, error: unknown): string {
  const hasReason = error instanceof AppError && error.code !== 'NETWORK' && error.code !== 'INTERNAL';
  return hasReason ? `${message}: ${error.message}` : message;
}

/** Pins or unpins a person: the drawer changes before the server answers, and back when it fails (PIN-003, PIN-004). */
export function useTogglePin() {
  const client = useQueryClient();
  const { queryKey } = userQueries.me();
  return useMutation({
    mutationFn: (user: PinnedUser) =>
      requestRest(pinnedUsers, { endpoint: 'toggleUserPin', params: { pk: user.pk } }),
    onMutate: async (user) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Me>(queryKey);
      const wasPinned = before?.pinned_users.some(({ pk }) => pk === user.pk) ?? false;
      if (before !== undefined) {
        const others = before.pinned_users.filter(({ pk }) => pk !== user.pk);
        client.setQueryData<Me>(queryKey, {
          ...before,
          pinned_users: wasPinned ? others : [...others, user],
        });
      }
      return { before, wasPinned };
    },
    onSuccess: (pinned, user) => {
      client.setQueryData<Me>(queryKey, (me) => me && { ...me, pinned_users: pinned });
      showSuccess(
        pinned.some(({ pk }) => pk === user.pk)
          ? `Pinned ${user.full_name} to the drawer`
          : `Unpinned ${user.full_name} from the drawer`,
      );
    },
    onError: (error, user, context) => {
      client.setQueryData(queryKey, context?.before);
      // The pin may have changed if only the response was lost.
      void client.invalidateQueries({ queryKey });
      const verb = context?.wasPinned === true ? 'unpin' : 'pin';
      showError(withReason(`Failed to ${verb} ${user.full_name}`, error));
    },
  });
}
