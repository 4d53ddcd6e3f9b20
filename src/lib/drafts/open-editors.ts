import { draftStore } from './draft-store.ts';

/** Somebody is typing: told when the one who types signs out. */
interface DraftEditor {
  /** What is unsaved goes with this person: writes no draft any more. */
  forget(owner: string): void;
}

/** The open editors of this page. */
export const openEditors = new Set<DraftEditor>();

/** Editors of this page that are still writing their last draft: the next one waits, so that it finds it. */
export const closingEditors = new Set<Promise<void>>();

/** Tells the editors of other tabs. */
const signOuts = new BroadcastChannel('gopath-draft-owners');
signOuts.addEventListener('message', ({ data }) => forgetOpen(String(data)));

function forgetOpen(owner: string) {
  for (const editor of openEditors) editor.forget(owner);
}

/** Deletes a person's drafts, and sees to it that no open editor writes one again: for a sign-out that was asked for. */
export async function forgetDrafts(owner: string): Promise<void> {
  forgetOpen(owner);
  signOuts.postMessage(owner);
  await Promise.all(closingEditors);
  await draftStore.deleteAll(owner);
}
