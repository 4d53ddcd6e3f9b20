/** The plans, by the length of their billing period; `free` is never billed. */
export const MEMBERSHIP_LENGTHS = ['free', 'monthly', 'yearly'] as const;
export type MembershipLength = (typeof MEMBERSHIP_LENGTHS)[number];

/** The plan of a sign-up that names none (AUTH-031). */
export const DEFAULT_MEMBERSHIP_LENGTH: MembershipLength = 'yearly';
