import { type Draft, draftStore, lockOf } from './draft-store.ts';

/** Returns a person's drafts that no open editor of this browser holds. */
export async function waitingDrafts(owner: string): Promise<Draft[]> {
  const drafts = await draftStore.of(owner);
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return drafts.filter(({ id }) => !names.has(lockOf(id)));
}

/** Deletes a person's drafts that no open editor of this browser holds. */
export async function deleteWaitingDrafts(owner: string): Promise<void> {
  const drafts = await draftStore.of(owner);
  await Promise.all(
    drafts.map(({ id }) =>
      navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await draftStore.delete(id);
      }),
    ),
  );
}
