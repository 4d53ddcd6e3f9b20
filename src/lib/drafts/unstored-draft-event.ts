/**
 * The window's event after this device could not store a draft. The frame listens to it, because importing the state of
 * drafts would add it to the code of every first page.
 */
export const UNSTORED_DRAFT = 'unstored-draft';
