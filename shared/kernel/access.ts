/** Why a person can read but not write. */
export const READ_ONLY_REASONS = ['membership_lapsed', 'viewing_as'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/** Whether a person can write. */
export type Access =
  | { readonly kind: 'full' }
  | { readonly kind: 'readOnly'; readonly reason: ReadOnlyReason };

export const FULL_ACCESS: Access = { kind: 'full' };

/**
 * The permissions that stay when a membership has lapsed: canceling a meeting, so that its mentor does not wait, and the
 * two with which a family stops sharing its data. The server rejects using these two to share it.
 */
const PERMITTED_WHEN_LAPSED: readonly string[] = ['cancel_bookedmeeting', 'share_essay', 'change_private'];

/** Returns the permissions that the access allows: with read-only access, those to view and a few when lapsed. */
export function permittedBy<P extends string>(access: Access, permissions: readonly P[]): P[] {
  if (access.kind === 'full') return [...permissions];
  const isLapsed = access.reason === 'membership_lapsed';
  return permissions.filter(
    (permission) =>
      /^(\w+\.)?view_/.test(permission) || (isLapsed && PERMITTED_WHEN_LAPSED.includes(permission)),
  );
}

/** The message of every refused write, and the reason on every disabled control. */
export const READ_ONLY_MESSAGE = 'Your access is read-only. You can view everything, but not make changes.';
