import { isOffline, mayBeDone } from '#shared/kernel/errors.ts';
import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import { claimDraft, type Draft, draftStore } from './draft-store.ts';
import type { SaveAttempt, StoredText, TextSessionOptions, TextValues } from './text-session-state.ts';

/** The pause before a create or a deletion without a response is repeated. */
const REPEAT_MS = 5_000;

/** The pause after a reachable server failed, or the session ended. */
const FAILED_REPEAT_MS = 60_000;

/** Precedes the editor's subject in the subject of a pending deletion. */
export const DISCARDED_PREFIX = 'discarded:';

/** A discarded create whose text still has to be deleted on the server. Its id is the key of the create. */
interface PendingDeletion<Values> extends Draft {
  attempt: SaveAttempt<Values>;
}

type Options<Values, Stored> = Pick<
  TextSessionOptions<Values, Stored>,
  'owner' | 'subject' | 'subjectOf' | 'create' | 'remove'
>;

/** The parts of an editor that decide whether a text can be deleted. */
interface Editor<Stored> {
  /** Returns whether the editor is open; a closed one repeats nothing. */
  isOpen(): boolean;
  /** Returns whether the editor knows the text as stored: it shows it after a discard. */
  knows(text: Stored): boolean;
}

/**
 * Deletes texts whose create the person discarded before its response. Without a response, the server may or may not
 * have the text. The create is repeated with the same key, which returns the text in both cases, and the text is deleted.
 * A text that was changed since, such as on another device, is kept.
 *
 * **What is stored on this device:** one `PendingDeletion` for each create (key and values).
 * - `add` writes it, when the person discards.
 * - `open` reads it: in the next editor of the subject, or in a list of the texts (useDeleteDiscarded.ts). A lock lets
 *   only one of them repeat a create.
 * - `forget` deletes it: the text is deleted or kept, the server refused, or the discard is undone.
 *
 * **Example.** The network is down while a new note is created with the key k1.
 *
 *     10:00:00  create(k1) is sent; no response
 *     10:00:03  the person discards the note: add(k1) stores it, and create(k1) is repeated; no response
 *     10:00:08  create(k1) is repeated every 5 s; until a deletion is sent, undo(k1) restores the note with this key
 *     10:00:10  the person closes the page: close() releases the lock; k1 stays stored
 *     10:30:00  the list of notes opens, online: open() finds k1, and create(k1) returns the note
 *     10:30:01  nobody changed the note: it is deleted, and forget(k1) deletes the stored entry
 */
export class DiscardedCreates<Values extends TextValues, Stored extends StoredText<Values>> {
  readonly #options: Options<Values, Stored>;
  readonly #editor: Editor<Stored>;
  /** The keys of creates whose text has to be deleted. */
  readonly #toDelete = new Set<string>();
  /** The keys whose discard cannot be undone: the text is deleted or being deleted, or the server refused. */
  readonly #unusable = new Set<string>();
  /** The locks that this editor holds or waits for, by key. */
  readonly #locks = new Map<string, Promise<(() => void) | null>>();
  /** The keys that this editor stored or found on this device. */
  readonly #stored = new Set<string>();
  /** The keys whose request is running. */
  readonly #running = new Set<string>();
  /** Runs one repeat after the other. */
  #repeats: Promise<void> = Promise.resolve();

  constructor(options: Options<Values, Stored>, editor: Editor<Stored>) {
    this.#options = options;
    this.#editor = editor;
  }

  /** Continues the deletions that an earlier page stored. */
  async open(): Promise<void> {
    const stored = await draftStore.about<PendingDeletion<Values>>(this.#options.owner, this.#subject);
    for (const { id, attempt } of stored) {
      if (!(await this.#lockStored(id))) continue;
      this.#stored.add(id);
      this.#toDelete.add(id);
      this.#repeat(attempt);
    }
  }

  /** Lets other editors continue the deletions that are not done. */
  close(): void {
    for (const key of this.#locks.keys()) if (!this.#running.has(key)) this.#unlock(key);
  }

  /** Marks a create as discarded. @param isRunning whether its request runs; else it is repeated to delete the text */
  add(attempt: SaveAttempt<Values>, isRunning: boolean): void {
    const { key } = attempt;
    this.#toDelete.add(key);
    this.#locks.set(
      key,
      claimDraft(key).catch(() => null),
    );
    this.#store(attempt);
    if (isRunning) this.#running.add(key);
    else this.#repeat(attempt);
  }

  /** Undoes a discard. @returns false when it is too late: the key creates no text any more */
  undo(attempt: SaveAttempt<Values>): boolean {
    this.forget(attempt);
    return !this.#unusable.has(attempt.key);
  }

  /** Forgets a create that needs no deletion any more. */
  forget({ key }: SaveAttempt<Values>): void {
    this.#toDelete.delete(key);
    this.#running.delete(key);
    void draftStore
      .delete(key)
      .catch(() => undefined)
      .then(() => this.#unlock(key));
  }

  /** Discards a create that is not running. @returns false when the server may still have its text */
  async discardNow(attempt: SaveAttempt<Values>): Promise<boolean> {
    this.#toDelete.add(attempt.key);
    const isDone = await this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
    this.#toDelete.delete(attempt.key);
    return isDone;
  }

  /**
   * Deletes the text of a discarded create, unless it was changed since. Without a response, the create is repeated later.
   * @param request the running create
   * @returns false when the server may still have the text
   */
  async deleteText(attempt: SaveAttempt<Values>, request: Promise<Stored>): Promise<boolean> {
    const { key } = attempt;
    this.#running.add(key);
    try {
      const text = await request;
      const canDelete = await this.#canDelete(text, key);
      const isUndone = !this.#toDelete.has(key);
      if (isUndone) return true;
      if (canDelete) {
        this.#unusable.add(key);
        await this.#options.remove(text);
      }
    } catch (error) {
      if (mayBeDone(error)) {
        this.#repeatLater(attempt, isOffline(error) ? REPEAT_MS : FAILED_REPEAT_MS);
        return false;
      }
      this.#unusable.add(key);
    }
    this.forget(attempt);
    return true;
  }

  /** Resolves when no request runs that a discard started. */
  get settled(): Promise<void> {
    return this.#repeats;
  }

  get #subject(): string {
    return DISCARDED_PREFIX + this.#options.subject;
  }

  /** Returns whether a text was not changed since its create, and nobody continues it on this device. */
  async #canDelete(text: Stored, key: string): Promise<boolean> {
    if (text.version !== FIRST_VERSION || this.#editor.knows(text)) return false;
    try {
      return !(await this.#wasRemovedElsewhere(key)) && !(await this.#hasUnsavedChanges(text));
    } catch {
      // Without storage there are no drafts.
      return true;
    }
  }

  /** Returns whether the stored entry is gone: another editor undid the discard, or the person signed out. */
  async #wasRemovedElsewhere(key: string): Promise<boolean> {
    return this.#stored.has(key) && (await draftStore.get(key)) === undefined;
  }

  /** Returns whether a draft on this device continues the text. */
  async #hasUnsavedChanges(text: Stored): Promise<boolean> {
    const { owner, subject, subjectOf } = this.#options;
    const textSubject = subjectOf(text);
    return textSubject !== subject && (await draftStore.about(owner, textSubject)).length > 0;
  }

  #repeat(attempt: SaveAttempt<Values>) {
    this.#repeats = this.#repeats.then(async () => {
      if (!this.#editor.isOpen() || !this.#toDelete.has(attempt.key)) return;
      await this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
    });
  }

  /** Repeats a create whose request got no response after a pause. A closed editor leaves that to the next one. */
  #repeatLater(attempt: SaveAttempt<Values>, pauseMs: number) {
    const { key } = attempt;
    this.#unusable.delete(key);
    this.#running.delete(key);
    if (this.#editor.isOpen()) setTimeout(() => this.#repeat(attempt), pauseMs);
    else this.#unlock(key);
  }

  /** Stores a discarded create for the next editor. Without storage, only this editor repeats it. */
  #store(attempt: SaveAttempt<Values>) {
    const { key, values } = attempt;
    const { owner } = this.#options;
    const title = `Deletion of “${values.title.trim()}”`;
    const pending = { id: key, owner, subject: this.#subject, title, changedAt: Date.now(), attempt };
    void draftStore.put<PendingDeletion<Values>>(pending, 'strict').then(
      () => this.#stored.add(key),
      () => undefined,
    );
  }

  /** Locks a stored create. @returns false when another editor repeats or finished it, or this editor was closed */
  async #lockStored(key: string): Promise<boolean> {
    const lock = claimDraft(key);
    if ((await lock) === null) return false;
    this.#locks.set(key, lock);
    // The editor that held the lock before may have deleted the text.
    if (this.#editor.isOpen() && (await draftStore.get(key)) !== undefined) return true;
    this.#unlock(key);
    return false;
  }

  #unlock(key: string) {
    const lock = this.#locks.get(key);
    this.#locks.delete(key);
    void lock?.then((release) => release?.());
  }
}
