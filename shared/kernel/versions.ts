/** The version of an object that nobody changed since it was created. Each change adds one. */
export const FIRST_VERSION = 1;
