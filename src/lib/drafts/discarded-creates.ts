import { isOffline, mayBeDone } from '#shared/kernel/errors.ts';
import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import { type SaveAttempt, type StoredText, type TextSessionOptions } from './text-session-state.ts';

/** The pause before a create or a deletion without a response is repeated. */
const REPEAT_MS = 5_000;

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
 */
export class DiscardedCreates<Values, Stored extends StoredText<Values>> {
  readonly #options: Pick<TextSessionOptions<Values, Stored>, 'create' | 'remove'>;
  readonly #editor: Editor<Stored>;
  /** The keys of creates whose text has to be deleted. */
  readonly #keys = new Set<string>();
  /** The keys that cannot be repeated any more: their text is deleted, or is being deleted. */
  readonly #spent = new Set<string>();
  #repeats: Promise<void> = Promise.resolve();

  constructor(
    options: Pick<TextSessionOptions<Values, Stored>, 'create' | 'remove'>,
    editor: Editor<Stored>,
  ) {
    this.#options = options;
    this.#editor = editor;
  }

  /** Resolves when no request runs that a discard started. */
  get settled(): Promise<void> {
    return this.#repeats;
  }

  /** Marks a create as discarded. @param isRunning whether its request runs; else it is repeated to delete the text */
  add(attempt: SaveAttempt<Values>, isRunning: boolean): void {
    this.#keys.add(attempt.key);
    if (!isRunning) this.#repeat(attempt);
  }

  /** Undoes a discard. @returns false when it is too late: the key creates no text any more */
  undo({ key }: SaveAttempt<Values>): boolean {
    this.#keys.delete(key);
    return !this.#spent.has(key);
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
    try {
      const text = await request;
      if (!this.#keys.has(key)) return true;
      if (text.version === FIRST_VERSION && !this.#editor.knows(text)) {
        this.#spent.add(key);
        await this.#options.remove(text);
      }
    } catch (error) {
      if (isOffline(error)) {
        this.#spent.delete(key);
        setTimeout(() => this.#repeat(attempt), REPEAT_MS);
        return false;
      }
      if (!mayBeDone(error)) this.#spent.add(key);
      this.#keys.delete(key);
      return !mayBeDone(error);
    }
    this.#keys.delete(key);
    return true;
  }

  #repeat(attempt: SaveAttempt<Values>) {
    this.#repeats = this.#repeats.then(async () => {
      if (!this.#editor.isOpen() || !this.#keys.has(attempt.key)) return;
      await this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
    });
  }
}
