import { isOffline } from '#shared/kernel/errors.ts';
import type { SaveAttempt, StoredText, TextSessionOptions } from './text-session-state.ts';

/** The pause before a create without a response is repeated. */
const REPEAT_MS = 5_000;

/**
 * The creates of one editor that the person discarded before a response: the texts that they create are deleted. They
 * are known by their key, so that a discard can be undone until the text is deleted.
 */
export class DiscardedCreates<Values, Stored extends StoredText<Values>> {
  readonly #options: Pick<TextSessionOptions<Values, Stored>, 'create' | 'remove'>;
  readonly #isOpen: () => boolean;
  readonly #keys = new Set<string>();

  /** @param isOpen whether the editor is open; a closed one repeats nothing */
  constructor(options: Pick<TextSessionOptions<Values, Stored>, 'create' | 'remove'>, isOpen: () => boolean) {
    this.#options = options;
    this.#isOpen = isOpen;
  }

  /** Marks a create as discarded. @param isRunning whether its request runs; else it is repeated to delete the text */
  add(attempt: SaveAttempt<Values>, isRunning: boolean): void {
    this.#keys.add(attempt.key);
    if (!isRunning) this.#repeat(attempt);
  }

  has({ key }: SaveAttempt<Values>): boolean {
    return this.#keys.has(key);
  }

  /** Undoes a discard. @returns false when it is too late: the text is deleted */
  undo({ key }: SaveAttempt<Values>): boolean {
    return this.#keys.delete(key);
  }

  /** Deletes the text of a create. Without a response, only a repeat shows whether the text exists. */
  async deleteText(attempt: SaveAttempt<Values>, request: Promise<Stored>): Promise<void> {
    try {
      const text = await request;
      if (this.#keys.delete(attempt.key)) await this.#options.remove(text);
    } catch (error) {
      if (isOffline(error)) setTimeout(() => this.#repeat(attempt), REPEAT_MS);
      else this.#keys.delete(attempt.key);
    }
  }

  #repeat(attempt: SaveAttempt<Values>) {
    if (!this.#isOpen() || !this.has(attempt)) return;
    void this.deleteText(attempt, this.#options.create(attempt.values, attempt.key));
  }
}
