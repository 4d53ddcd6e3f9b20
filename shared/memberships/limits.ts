/** The limits of the texts and numbers that staff enter; a correction is at most `amount` up or down. */
export const MEMBERSHIP_LIMITS = { amount: 100, note: 500, planName: 100, search: 100 } as const;
