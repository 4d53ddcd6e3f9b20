/** A save that could not reach the server is retried after this pause. */
const RETRY_MS = 5_000;

/** Decides when the text of an open editor is saved without a click: after a pause in typing, and after a failure. */
export class SaveTimers {
  readonly #autosaveMs: number;
  readonly #autosave: () => void;
  readonly #retry: () => void;
  #autosaveTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param autosaveMs the pause in typing
   * @param retry runs when the network returns, and some time after the server could not be reached
   */
  constructor(autosaveMs: number, autosave: () => void, retry: () => void) {
    this.#autosaveMs = autosaveMs;
    this.#autosave = autosave;
    this.#retry = retry;
  }

  /** Waits for the network from now on. */
  open(): void {
    globalThis.addEventListener('online', this.#retry);
  }

  /** Cancels everything. */
  close(): void {
    globalThis.removeEventListener('online', this.#retry);
    this.cancel();
  }

  /** Runs `autosave` after the pause; another call starts the pause again. */
  planAutosave(): void {
    clearTimeout(this.#autosaveTimer);
    this.#autosaveTimer = setTimeout(this.#autosave, this.#autosaveMs);
  }

  /** Runs `retry` later: the server could not be reached. */
  planRetry(): void {
    this.#retryTimer = setTimeout(this.#retry, RETRY_MS);
  }

  /** Cancels the planned saves. */
  cancel(): void {
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
  }
}
