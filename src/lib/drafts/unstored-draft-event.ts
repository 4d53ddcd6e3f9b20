/**
 * The window's event after this device could not store the draft of a form or a roadmap entry. The frame shows a message
 * for it; editors of texts show their own.
 */
export const UNSTORED_DRAFT = 'unstored-draft';

/** Reports a draft that this device could not store. */
export function reportUnstoredDraft(): void {
  dispatchEvent(new Event(UNSTORED_DRAFT));
}
