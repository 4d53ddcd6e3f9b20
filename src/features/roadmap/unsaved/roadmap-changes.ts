import { claimDraft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingEditors, openEditors } from '#src/lib/drafts/open-editors.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { updateActivity, updateClass, updateCollege } from '../mutations.ts';
import type { Roadmap } from '../queries.ts';
import {
  EntryChanges,
  type EntryDraft,
  type EntryKind,
  type Fields,
  type Versioned,
} from './entry-changes.ts';

export interface SaveRequest {
  kind: EntryKind;
  input: Fields & { id: string; version: number };
}

/** Sends the changes of an entry. */
export function saveEntry({ kind, input }: SaveRequest): Promise<Versioned> {
  if (kind === 'class') return updateClass(input);
  return kind === 'activity' ? updateActivity(input) : updateCollege(input);
}

/** Everything unsaved of one open roadmap. */
export class RoadmapChanges {
  readonly #owner: string;
  readonly #subject: string;
  readonly #save: (request: SaveRequest) => Promise<Versioned>;
  readonly #entries = new Map<string, EntryChanges>();
  #left = new AbortController();

  /** @param owner who changes: unique among all people who may use this browser */
  constructor(owner: string, roadmapId: string, save: (request: SaveRequest) => Promise<Versioned>) {
    this.#owner = owner;
    this.#subject = `roadmap:${roadmapId}`;
    this.#save = save;
  }

  /** The changes of an entry. */
  of(kind: EntryKind, entry: Versioned): EntryChanges {
    let changes = this.#entries.get(entry.id);
    if (changes === undefined) {
      changes = new EntryChanges(entry, {
        kind,
        owner: this.#owner,
        subject: this.#subject,
        save: (of, input) => this.#save({ kind: of, input }),
        // ACAD-037, ACTV-019, COLL-035
        onSaved: (name) => showSuccess(`Updated ${name}`),
        // ACAD-035, ACTV-017
        onFailed: ({ text, isConflict }, failed) =>
          showError(`Failed to update ${kind}: ${text}`, {
            label: isConflict ? 'Save mine' : 'Try again',
            onSelect: () => void failed.flush(),
          }),
      });
      this.#entries.set(entry.id, changes);
    }
    return changes;
  }

  /** Goes on with what was left on this device; what another tab holds, when that one is closed. */
  async open({ classes, activities, colleges }: Roadmap): Promise<void> {
    openEditors.add(this);
    globalThis.addEventListener('online', this.#resume);
    this.#left = new AbortController();
    const left = this.#left.signal;
    await Promise.all(closingEditors);
    const entries = new Map<string, Versioned>(
      [...classes, ...activities, ...colleges].map((entry) => [entry.id, entry]),
    );
    const drafts = await draftStore.about<EntryDraft>(this.#owner, this.#subject);
    await Promise.all(drafts.map((draft) => this.#goOnWith(draft, entries.get(draft.entryId), left)));
  }

  async #goOnWith(found: EntryDraft, entry: Versioned | undefined, left: AbortSignal): Promise<void> {
    const release = await claimDraft(found.id, left);
    if (release === null) return;
    const draft = await draftStore.get<EntryDraft>(found.id);
    if (left.aborted || draft === undefined) {
      release();
    } else if (entry !== undefined) {
      this.of(draft.kind, entry).restore(draft, release);
    } else {
      // The entry was deleted, and its changes with it.
      await draftStore.delete(draft.id);
      release();
    }
  }

  /** The roadmap was left: see {@link EntryChanges.close}. */
  close(): void {
    openEditors.delete(this);
    this.#left.abort();
    globalThis.removeEventListener('online', this.#resume);
    const closed = Promise.all([...this.#entries.values()].map((changes) => changes.close())).then(() => {
      closingEditors.delete(closed);
    });
    closingEditors.add(closed);
  }

  readonly #resume = () => {
    for (const changes of this.#entries.values()) changes.resume();
  };

  /** The person signed out. */
  forget(owner: string): void {
    if (owner !== this.#owner) return;
    for (const changes of this.#entries.values()) changes.forget();
  }
}
