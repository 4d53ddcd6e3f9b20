import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileInput } from '#shared/users/profile.ts';
import type { ContactField } from '#shared/users/contact.ts';
import type { Person } from '#shared/users/person.ts';
import { contactResponse, type Me, profileResponse, themeResponse } from '#shared/users/responses.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { userKeys } from './queries.ts';

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
