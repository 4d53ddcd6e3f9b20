import { isOffline, mayBeDone } from '#shared/kernel/errors.ts';
import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import { claimDraft, type Draft, draftStore } from './draft-store.ts';
import type { SaveAttempt, StoredText, TextSessionOptions, TextValues } from './text-session-state.ts';

/** The pause before a create or a deletion without a response is repeated. */
const REPEAT_MS = 5_000;

/** The pause after a reachable server failed, or the session ended. */
const FAILED_REPEAT_MS = 60_000;

/** Before the subject of the editor, in the subject of what waits for its deletion. */
export const DISCARDED = 'discarded:';

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
 * The creates of one editor that the person discarded before a response: the texts that they create are deleted, except
 * those that were changed since, such as on another device. They are known by their key, so that a discard can be undone
 * until its text is being deleted.
 *
 *     discarded -> being deleted -> done   the server deleted the text or refused to
 *         ^              |
 *         '--------------'   unreachable: the create is repeated every 5 s, which shows the text as it is then
 *
 * Each is stored on this device until it is done, so that another editor of the subject continues when this one closes.
 * Its lock lets only one editor repeat it.
 */
export class DiscardedCreates<Values extends TextValues, Stored extends StoredText<Values>> {
  readonly #options: Options<Values, Stored>;
  readonly #editor: Editor<Stored>;
  /** The keys of creates whose text has to be deleted. */
  readonly #keys = new Set<string>();
  /** The keys that cannot be repeated any more: their text is deleted, or is being deleted. */
  readonly #spent = new Set<string>();
  /** The locks that this editor holds. */
  readonly #claims = new Map<string, Promise<(() => void) | null>>();
  /** The keys that are stored on this device. One that is gone later was undone, or the person signed out. */
  readonly #stored = new Set<string>();
  /** The keys whose request runs. */
  readonly #running = new Set<string>();
  #repeats: Promise<void> = Promise.resolve();

  constructor(options: Options<Values, Stored>, editor: Editor<Stored>) {
    this.#options = options;
    this.#editor = editor;
  }

  /** Continues the deletions that an earlier page stored. */
  async open(): Promise<void> {
    const stored = await draftStore.about<PendingDeletion<Values>>(this.#options.owner, this.#subject);
    for (const { id, attempt } of stored) {
      const claim = claimDraft(id);
      // Null: another editor repeats it.
      if ((await claim) === null) continue;
      this.#claims.set(id, claim);
      // The editor that held it may have finished it.
      if (!this.#editor.isOpen() || (await draftStore.get(id)) === undefined) {
        this.#release(id);
        continue;
      }
      this.#stored.add(id);
      this.#keys.add(id);
      this.#repeat(attempt);
    }
  }

  /** Lets other editors continue the deletions that are not done. */
  close(): void {
    for (const key of this.#claims.keys()) if (!this.#running.has(key)) this.#release(key);
  }

  get #subject(): string {
    return DISCARDED + this.#options.subject;
  }

  /** Resolves when no request runs that a discard started. */
  get settled(): Promise<void> {
    return this.#repeats;
  }

  /** Marks a create as discarded. @param isRunning whether its request runs; else it is repeated to delete the text */
  add(attempt: SaveAttempt<Values>, isRunning: boolean): void {
    const { key, values } = attempt;
    this.#keys.add(key);
    this.#claims.set(
      key,
      claimDraft(key).catch(() => null),
    );
    const { owner } = this.#options;
    const title = `Deletion of “${values.title.trim()}”`;
    const pending = { id: key, owner, subject: this.#subject, title, changedAt: Date.now(), attempt };
    // Without storage, only this editor repeats it.
    void draftStore.put<PendingDeletion<Values>>(pending, 'strict').then(
      () => this.#stored.add(key),
      () => undefined,
    );
    if (isRunning) this.#running.add(key);
    else this.#repeat(attempt);
  }

  /** Forgets a create that needs no deletion any more. */
  forget({ key }: SaveAttempt<Values>): void {
    this.#keys.delete(key);
    this.#running.delete(key);
    void draftStore
      .delete(key)
      .catch(() => undefined)
      .then(() => this.#release(key));
  }

  #release(key: string) {
    const claim = this.#claims.get(key);
    this.#claims.delete(key);
    void claim?.then((release) => release?.());
  }

  /** Undoes a discard. @returns false when it is too late: the key creates no text any more */
  undo(attempt: SaveAttempt<Values>): boolean {
    this.forget(attempt);
    return !this.#spent.has(attempt.key);
  }

  /** Discards a create that is not running. @returns false when the server may still have its text */
  async discardNow(attempt: SaveAttempt<Values>): Promise<boolean> {
    this.#keys.add(attempt.key);
    const isDone = await this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
    this.#keys.delete(attempt.key);
    return isDone;
  }

  /**
   * Deletes the text of a discarded create, unless it was changed since. Without a response, only a repeat shows
   * whether the text exists.
   * @returns false when the server may still have it
   */
  async deleteText(attempt: SaveAttempt<Values>, request: Promise<Stored>): Promise<boolean> {
    const { key } = attempt;
    this.#running.add(key);
    try {
      const text = await request;
      const canDelete = await this.#canDelete(text, key);
      if (!this.#keys.has(key)) return true;
      if (canDelete) {
        this.#spent.add(key);
        await this.#options.remove(text);
      }
    } catch (error) {
      if (mayBeDone(error)) {
        this.#spent.delete(key);
        this.#running.delete(key);
        if (!this.#editor.isOpen()) this.#release(key);
        else setTimeout(() => this.#repeat(attempt), isOffline(error) ? REPEAT_MS : FAILED_REPEAT_MS);
        return false;
      }
      this.#spent.add(key);
    }
    this.forget(attempt);
    return true;
  }

  /** Returns whether a text was not changed since its create, and nobody continues it on this device. */
  async #canDelete(text: Stored, key: string): Promise<boolean> {
    if (text.version !== FIRST_VERSION || this.#editor.knows(text)) return false;
    const { owner, subject, subjectOf } = this.#options;
    try {
      if (this.#stored.has(key) && (await draftStore.get(key)) === undefined) return false;
      return subjectOf(text) === subject || (await draftStore.about(owner, subjectOf(text))).length === 0;
    } catch {
      // Without storage there are no drafts.
      return true;
    }
  }

  #repeat(attempt: SaveAttempt<Values>) {
    this.#repeats = this.#repeats.then(async () => {
      if (!this.#editor.isOpen() || !this.#keys.has(attempt.key)) return;
      await this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
    });
  }
}
