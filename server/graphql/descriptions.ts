/** The descriptions of input fields that many mutations have. */

/** Describes `idempotencyKey`. */
export const KEY = {
  description: 'A UUID. A repeated request with the same key returns the first response.',
};
/** Describes `version`. */
export const BASED_ON = { description: 'The version the change is based on; an older one is refused.' };
