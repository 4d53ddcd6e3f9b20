/** Why a person can read but not write. */
export const READ_ONLY_REASONS = ['membership_lapsed', 'viewing_as'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/** Whether a person can write. */
export type Access =
  { readonly kind: 'full' } | { readonly kind: 'readOnly'; readonly reason: ReadOnlyReason };

export const FULL_ACCESS: Access = { kind: 'full' };

/**
 * Returns the permissions that the access allows: with read-only access, those to view. A family whose membership has
 * lapsed can still cancel a meeting, so that its mentor does not wait.
 */
export function permittedBy<P extends string>(access: Access, permissions: readonly P[]): P[] {
  if (access.kind === 'full') return [...permissions];
  const isLapsed = access.reason === 'membership_lapsed';
  return permissions.filter(
    (permission) => /^(\w+\.)?view_/.test(permission) || (isLapsed && permission === 'cancel_bookedmeeting'),
  );
}

/** The message of every refused write, and the reason on every disabled control. */
export const READ_ONLY_MESSAGE = 'Your access is read-only. You can view everything, but not make changes.';
