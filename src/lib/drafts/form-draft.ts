import { mayBeDone } from '#shared/kernel/errors.ts';
import { claimDraft, claimLatest, type Draft, draftStore } from './draft-store.ts';
import { closingEditors, openEditors } from './open-editors.ts';

/** Typing rests this long before the text is written through to the disk. */
const SETTLE_MS = 1_000;

/** What a form keeps on this device. */
export interface KeptForm<Values> extends Draft {
  values: Values;
  /** The version that the person started from; null for something new. */
  version: number | null;
  /** What was sent to make something new, while no answer says whether that was done. */
  attempt: Attempt<Values> | null;
}

interface Attempt<Values> {
  key: string;
  values: Values;
}

export interface FormDraftState<Values> {
  /** False while the device is asked for a draft: show a skeleton. */
  ready: boolean;
  values: Values;
  version: number | null;
  /** When the text was typed that was found on this device; null when there was none. */
  restoredFrom: Date | null;
}

export interface FormDraftOptions<Values> {
  /** Whose drafts: unique among all people who may use this browser. */
  owner: string;
  subject: string;
  /** What a person calls it. */
  titleOf: (values: Values) => string;
  initial: Values;
  version: number | null;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The values of one open form, on this device from the first keystroke until they are saved or discarded. For forms
 * that save when asked; a note saves by itself and has a session of its own.
 */
export class FormDraft<Values> {
  readonly #options: FormDraftOptions<Values>;
  #state: FormDraftState<Values>;
  readonly #listeners = new Set<() => void>();
  #id: string = crypto.randomUUID();
  #release: (() => void) | null = null;
  #attempt: Attempt<Values> | null = null;
  #dirty = false;
  #hasDraft = false;
  #closed = false;
  #forgotten = false;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: FormDraftOptions<Values>) {
    this.#options = options;
    const { initial, version } = options;
    this.#state = { ready: false, values: initial, version, restoredFrom: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): FormDraftState<Values> => this.#state;

  /** Looks for a draft that no other form has open, and shows it. */
  async open(): Promise<void> {
    this.#closed = false;
    openEditors.add(this);
    await Promise.all(closingEditors);
    globalThis.addEventListener('pagehide', this.#flushNow);
    document.addEventListener('visibilitychange', this.#flushNow);
    try {
      const draft = await this.#claim();
      if (this.#closed) return this.#release?.();
      if (draft !== null) this.#restore(draft);
    } catch {
      // A device that keeps nothing: the form works without.
    }
    this.#set({ ready: true });
  }

  async #claim(): Promise<KeptForm<Values> | null> {
    const { owner, subject } = this.#options;
    const claim = await claimLatest<KeptForm<Values>>(draftStore, owner, subject);
    if (claim !== null) this.#id = claim.draft.id;
    this.#release = claim?.release ?? (await claimDraft(this.#id));
    return claim?.draft ?? null;
  }

  #restore(draft: KeptForm<Values>) {
    this.#hasDraft = true;
    this.#attempt = draft.attempt ?? null;
    if (this.#isInitial(draft.values)) return void this.#drop();
    this.#dirty = true;
    this.#set({
      values: draft.values,
      version: draft.version,
      restoredFrom: new Date(draft.changedAt),
    });
    return undefined;
  }

  #isInitial(values: Values): boolean {
    return same(values, this.#options.initial);
  }

  /** The person typed; or, with a version, decided what to go on from. */
  change(values: Values, version = this.#state.version): void {
    this.#dirty = true;
    this.#set({ values, version });
    // At once: a browser does not finish what a closing page begins to store.
    void this.#keep('relaxed');
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(this.#flushNow, SETTLE_MS);
  }

  /**
   * Makes the new thing that this form is about. A try whose answer was lost is repeated with the same key and values,
   * also after the page was closed: the server then answers with what it made the first time.
   * @returns what was made, and whether it is what the form says now
   */
  readonly createOnce = async <Made>(
    send: (values: Values, key: string) => Promise<Made>,
  ): Promise<{ made: Made; isNewest: boolean }> => {
    const attempt = (this.#attempt ??= { key: crypto.randomUUID(), values: this.#state.values });
    await this.#flush();
    try {
      return {
        made: await send(attempt.values, attempt.key),
        isNewest: same(attempt.values, this.#state.values),
      };
    } catch (error) {
      if (!mayBeDone(error)) this.#attempt = null;
      throw error;
    }
  };

  /** Takes what was typed away. @returns how to take that back */
  discard(): () => void {
    const before = this.#state;
    const { initial, version } = this.#options;
    this.#set({ values: initial, version, restoredFrom: null });
    void this.#drop();
    return () => this.change(before.values, before.version);
  }

  /** The server has it. */
  saved(): Promise<void> {
    return this.#drop();
  }

  /** The form went away: the last words go to the device, and another one may take the draft. */
  close(): Promise<void> {
    this.#closed = true;
    openEditors.delete(this);
    globalThis.removeEventListener('pagehide', this.#flushNow);
    document.removeEventListener('visibilitychange', this.#flushNow);
    const done = this.#flush().finally(() => {
      this.#release?.();
      closingEditors.delete(done);
    });
    closingEditors.add(done);
    return done;
  }

  forget(owner: string): void {
    if (owner === this.#options.owner) this.#forgotten = true;
  }

  readonly #flushNow = () => void this.#flush();

  #flush(): Promise<void> {
    clearTimeout(this.#settleTimer);
    return this.#keep('strict');
  }

  #keep(durability: 'relaxed' | 'strict'): Promise<void> {
    if (!this.#dirty || this.#forgotten) return this.#writing;
    const { values, version } = this.#state;
    if (this.#isInitial(values)) return this.#drop();
    const { owner, subject, titleOf } = this.#options;
    this.#hasDraft = true;
    const title = titleOf(values);
    const draft = {
      id: this.#id,
      owner,
      subject,
      title,
      values,
      version,
      attempt: this.#attempt,
      changedAt: Date.now(),
    };
    return this.#write(draftStore.put<KeptForm<Values>>(draft, durability));
  }

  #drop(): Promise<void> {
    clearTimeout(this.#settleTimer);
    this.#dirty = false;
    this.#attempt = null;
    if (!this.#hasDraft) return this.#writing;
    this.#hasDraft = false;
    return this.#write(draftStore.delete(this.#id));
  }

  /** Tells when everything so far is written; the store keeps the order in which writes were begun. */
  #write(write: Promise<void>): Promise<void> {
    // A device that keeps nothing: the form works without.
    const told = write.catch(() => undefined);
    this.#writing = Promise.all([this.#writing, told]).then(() => undefined);
    return this.#writing;
  }

  #set(change: Partial<FormDraftState<Values>>) {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
