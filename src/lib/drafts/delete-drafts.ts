import { claimDraft, type Draft, draftStore } from './draft-store.ts';

/**
 * Deletes a person's drafts about deleted objects. A draft in an open editor is deleted when the editor closes.
 * @returns restores them: the objects were restored
 */
export function deleteDraftsAbout(owner: string, subjects: readonly string[]): () => Promise<void> {
  const restored = new AbortController();
  const deleted: Draft[] = [];
  async function deleteAbout(subject: string) {
    await Promise.all((await draftStore.about(owner, subject)).map(deleteOne));
  }
  async function deleteOne({ id }: Draft) {
    const release = await claimDraft(id, restored.signal);
    if (release === null) return;
    // The editor that held it may have changed or saved it.
    const draft = await draftStore.get(id);
    if (draft !== undefined) {
      deleted.push(draft);
      await draftStore.delete(id);
    }
    release();
  }
  // Without storage there are no drafts.
  const done = Promise.all(subjects.map(deleteAbout)).catch(() => undefined);
  return async () => {
    restored.abort();
    await done;
    await Promise.all(deleted.map((draft) => draftStore.put(draft, 'strict')));
  };
}
