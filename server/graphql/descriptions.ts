/** The descriptions of fields that many types and mutations have. */

/** Describes `idempotencyKey`. */
export const KEY = {
  description: 'A UUID. A repeated request with the same key returns the first response.',
};
/** Describes `version` of an object. */
export const VERSION = { description: 'Counts changes; a save contains the version it is based on.' };
/** Describes `version` of a change. */
export const BASED_ON = { description: 'The version the change is based on; an older one is refused.' };
