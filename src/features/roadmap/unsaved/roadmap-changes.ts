/**
 * Connects the entries of a roadmap (`entry-changes.ts`) with the server, the messages, and the drafts on this device.
 * `useEntryChanges.ts` connects them with React.
 */
import { claimDraft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { updateActivity, updateClass, updateCollege } from '../mutations.ts';
import type { Roadmap } from '../queries.ts';
import {
  EntryChanges,
  type EntryDraft,
  type EntryKind,
  type Fields,
  type Versioned,
} from './entry-changes.ts';
import { deleteDraftsOfDeletedScores } from './score-drafts.ts';

/** Changed fields of one entry, based on a version of it. */
export interface SaveRequest {
  kind: EntryKind;
  input: Fields & { id: string; version: number };
}

/** Sends the changes of an entry. */
export function saveEntry({ kind, input }: SaveRequest): Promise<Versioned> {
  if (kind === 'class') return updateClass(input);
  return kind === 'activity' ? updateActivity(input) : updateCollege(input);
}

/** The unsaved changes of one open roadmap, by entry. */
export class RoadmapChanges {
  readonly #owner: string;
  readonly #subject: string;
  readonly #save: (request: SaveRequest) => Promise<Versioned>;
  readonly #entries = new Map<string, EntryChanges>();
  /** Ends the wait for drafts of other tabs when the roadmap closes. */
  #closing = new AbortController();

  /** @param owner the editing person: unique among all people who use this browser */
  constructor(owner: string, roadmapId: string, save: (request: SaveRequest) => Promise<Versioned>) {
    this.#owner = owner;
    this.#subject = `roadmap:${roadmapId}`;
    this.#save = save;
  }

  /** Returns the changes of an entry. */
  of(kind: EntryKind, entry: Versioned): EntryChanges {
    const existing = this.#entries.get(entry.id);
    if (existing !== undefined) return existing;
    const changes = new EntryChanges(entry, {
      kind,
      owner: this.#owner,
      subject: this.#subject,
      save: (_kind, input) => this.#save({ kind, input }),
      // Successful saves (ACAD-037, ACTV-019, COLL-035).
      onSaved: (name) => showSuccess(`Updated ${name}`),
      // Failed saves (ACAD-035, ACTV-017).
      onFailed: ({ text, isConflict }, failed) =>
        showError(`Failed to update ${kind}: ${text}`, {
          label: isConflict ? 'Save mine' : 'Try again',
          onSelect: () => void failed.saveAgain(),
        }),
    });
    this.#entries.set(entry.id, changes);
    return changes;
  }

  /** Restores the drafts on this device. A draft in another tab is restored when that tab releases it. */
  async open(roadmap: Roadmap): Promise<void> {
    globalThis.addEventListener('online', this.#resume);
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    await Promise.all(closingWriters);
    await deleteDraftsOfDeletedScores(this.#owner, roadmap);
    const { classes, activities, colleges } = roadmap;
    const entries = new Map<string, Versioned>(
      [...classes, ...activities, ...colleges].map((entry) => [entry.id, entry]),
    );
    const drafts = await draftStore.about<EntryDraft>(this.#owner, this.#subject);
    await Promise.all(drafts.map(({ id, entryId }) => this.#restore(id, entries.get(entryId), signal)));
  }

  /** Closes every entry: see {@link EntryChanges.close}. */
  close(): void {
    this.#closing.abort();
    globalThis.removeEventListener('online', this.#resume);
    for (const changes of this.#entries.values()) void changes.close();
  }

  /** @param entry undefined when it was deleted */
  async #restore(draftId: string, entry: Versioned | undefined, closing: AbortSignal): Promise<void> {
    const release = await claimDraft(draftId, closing);
    if (release === null) return;
    // Read again: the tab that held it may have changed or deleted it.
    const draft = await draftStore.get<EntryDraft>(draftId);
    if (closing.aborted || draft === undefined) {
      release();
    } else if (entry !== undefined) {
      this.of(draft.kind, entry).restore({ draft, release });
    } else {
      await handleDeletedEntry(draft);
      release();
    }
  }

  readonly #resume = () => {
    for (const changes of this.#entries.values()) changes.resume();
  };
}

/** Deletes the draft of an entry that someone else deleted, unless it has a text to copy. */
async function handleDeletedEntry(draft: EntryDraft): Promise<void> {
  const text = draft.fields['body'];
  if (typeof text === 'string' && text.trim() !== '') offerToCopy(draft, text);
  else await draftStore.delete(draft.id);
}

/** How long the text of a deleted entry can be copied. */
const COPY_MS = 60_000;

/** Offers to copy the unsaved text of a deleted entry. It stays on this device until it is copied. */
function offerToCopy({ id, title }: EntryDraft, text: string) {
  showError(`${title} was deleted. Your text about it was not saved.`, {
    label: 'Copy text',
    milliseconds: COPY_MS,
    onSelect: () =>
      void navigator.clipboard.writeText(text).then(
        () => draftStore.delete(id),
        () => showError('Could not copy the text. Reload the page to try again.'),
      ),
  });
}
