import { draftStore } from './draft-store.ts';

/** A writer that must stop when its owner signs out. */
interface OwnedWriter {
  stop(owner: string): void;
}

/** The writers of the editors that are open in this page. */
export const openWriters = new Set<OwnedWriter>();

/** Writers of this page that are storing their last text: a new editor waits for them, so that it finds the draft. */
export const closingWriters = new Set<Promise<void>>();

/** The saves of editors that the person left. */
const lastSaves = new Set<Promise<void>>();

/** The longest time that a new editor waits for these saves. */
const MAX_WAIT_MS = 3_000;

/** Lets new editors wait for the save of one that the person left. */
export function addLastSave(save: Promise<void>): void {
  lastSaves.add(save);
  void save.finally(() => lastSaves.delete(save));
}

/**
 * Waits for the editors that the person left, so that a new one finds their draft, and does not restore text that is
 * being saved.
 */
export async function settleWriters(): Promise<void> {
  await Promise.all(closingWriters);
  if (lastSaves.size === 0) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all(lastSaves), timeout]);
}

/** Reaches the writers in other tabs. */
const signOuts = new BroadcastChannel('gopath-draft-owners');
signOuts.addEventListener('message', ({ data }) => stopWriters(String(data)));

function stopWriters(owner: string) {
  for (const writer of openWriters) writer.stop(owner);
}

/** Deletes a person's drafts permanently: no open editor writes one again. Runs when the person signs out. */
export async function deleteAllDrafts(owner: string): Promise<void> {
  stopWriters(owner);
  signOuts.postMessage(owner);
  await Promise.all(closingWriters);
  await draftStore.deleteAll(owner);
}
