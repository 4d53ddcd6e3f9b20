import { ObservableState } from '../observable-state.ts';

/** Whether this device could not store a draft: its storage is full or blocked. */
export const draftStorage = new ObservableState({ hasFailed: false });

/** The writers whose last write failed. */
const failed = new Set<object>();

/** Records whether the last write of a draft failed. The draft of a closed editor stays failed: its text is lost. */
export function recordWrite(writer: object, hasFailed: boolean): void {
  if (hasFailed) failed.add(writer);
  else failed.delete(writer);
  // Every keystroke is a write: notifies only of changes.
  if (draftStorage.read().hasFailed !== failed.size > 0) draftStorage.set({ hasFailed: failed.size > 0 });
}
