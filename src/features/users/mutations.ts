import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import type { ProfileInput } from '#shared/users/profile.ts';
import type { ContactField } from '#shared/users/contact.ts';
import type { Person } from '#shared/users/person.ts';
import {
  contactResponse,
  type Me,
  type PinnedUser,
  pinnedUsers,
  profileResponse,
  themeResponse,
} from '#shared/users/responses.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { userKeys, userQueries } from './queries.ts';

/** Changes the theme immediately, and reverts it when the server refuses (SHEL-043). */
export function useChangeTheme() {
  const client = useQueryClient();
  const key = userKeys.me();
  return useMutation({
    mutationFn: (theme: number) => requestRest(themeResponse, { endpoint: 'changeTheme', body: { theme } }),
    onMutate: async (theme) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Me>(key);
      if (before !== undefined) client.setQueryData<Me>(key, { ...before, theme });
      return { before };
    },
    onError: (_error, _theme, context) => {
      client.setQueryData(key, context?.before);
      showError('The theme could not be changed.');
    },
  });
}

/** Changes the person's own name and time zone. */
export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: ProfileInput) => requestRest(profileResponse, { endpoint: 'updateProfile', body }),
    onSuccess: () => showSuccess('Profile saved'),
    onError: () => showError('Could not save your profile. Try again.'),
  });
}

const CONTACT = {
  phone_number: { endpoint: 'updatePhoneNumber', key: 'phone' },
  birthday: { endpoint: 'updateBirthday', key: 'birthday' },
  tracker_link: { endpoint: 'updateTrackerLink', key: 'tracker_link' },
} as const;

/** Changes a contact field of a person; null removes the value (USER-040 to USER-042). */
export function useUpdateContact(pk: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ field, value }: { field: ContactField; value: string | null }) =>
      requestRest(contactResponse, {
        endpoint: CONTACT[field].endpoint,
        params: { pk },
        body: { [field]: value },
      }),
    onSuccess: (_answer, { field, value }) => {
      const shown = field === 'birthday' ? value : (value ?? '');
      client.setQueryData<Person>(
        userKeys.person(pk),
        (old) => old && { ...old, [CONTACT[field].key]: shown },
      );
    },
  });
}

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
    onSuccess: (pinned, user, { wasPinned }) => {
      client.setQueryData<Me>(queryKey, (me) => me && { ...me, pinned_users: pinned });
      showSuccess(
        wasPinned ? `Unpinned ${user.full_name} from the drawer` : `Pinned ${user.full_name} to the drawer`,
      );
    },
    onError: (error, user, context) => {
      client.setQueryData(queryKey, context?.before);
      const verb = context?.wasPinned === true ? 'unpin' : 'pin';
      showError(withReason(`Failed to ${verb} ${user.full_name}`, error));
    },
  });
}
