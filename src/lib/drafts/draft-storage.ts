import { ObservableState } from '../observable-state.ts';
import { UNSTORED_DRAFT } from './unstored-draft-event.ts';

/** Whether this device could not store the draft of a form or a roadmap entry: its storage is full or blocked. */
export const draftStorage = new ObservableState({ hasFailed: false });

/** Reports a draft that this device could not store. */
export function reportUnstoredDraft(): void {
  draftStorage.set({ hasFailed: true });
  dispatchEvent(new Event(UNSTORED_DRAFT));
}
