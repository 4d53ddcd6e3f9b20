/** What recovery codes are for. */
export const RECOVERY_CODES_PURPOSE =
  'Each code signs you in once after your password, for example when you lose your phone.';

/** The text above new recovery codes. */
export const NEW_RECOVERY_CODES_TEXT = `${RECOVERY_CODES_PURPOSE} You won’t see these codes again.`;
