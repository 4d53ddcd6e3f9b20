/** Hours between two digest emails: a day, a week, a month (ALRT-006). */
export const DIGEST_FREQUENCIES = [24, 168, 730] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** The frequency of digests without a chosen one. */
export const DEFAULT_DIGEST_FREQUENCY: DigestFrequency = 168;

/** Hours between two reminders of one task (ALRT-007). */
export const INDIVIDUAL_FREQUENCIES = [24, 168] as const;
export type IndividualFrequency = (typeof INDIVIDUAL_FREQUENCIES)[number];
