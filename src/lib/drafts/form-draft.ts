import { mayBeDone } from '#shared/kernel/errors.ts';
import type { Draft } from './draft-store.ts';
import { DraftWriter } from './draft-writer.ts';
import { reportUnstoredDraft } from './unstored-draft-event.ts';
import { ObservableState } from '../observable-state.ts';

/** The draft of a form. */
interface FormDraftRecord<Values> extends Draft {
  values: Values;
  /** The version that the person started from; null for something new. */
  version: number | null;
  attempt: CreateAttempt<Values> | null;
}

/** A create request without a response. Repeating it with the same key creates nothing twice. */
interface CreateAttempt<Values> {
  key: string;
  values: Values;
}

/** The state that a form shows. */
export interface FormDraftState<Values> {
  /** False until the draft was looked up on this device: show a skeleton. */
  ready: boolean;
  values: Values;
  version: number | null;
  /** When the restored text was typed; null when nothing was restored. */
  restoredFrom: Date | null;
}

/** The subject and owner of a form's draft. */
export interface FormDraftOptions<Values> {
  /** Unique among all people who use this browser. */
  owner: string;
  subject: string;
  /** Returns the name of the draft for the person. */
  titleOf: (values: Values) => string;
  initial: Values;
  version: number | null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The draft of a form that saves on submit: stores the values on this device until they are saved or discarded. */
export class FormDraft<Values> {
  readonly #options: FormDraftOptions<Values>;
  readonly #writer: DraftWriter<FormDraftRecord<Values>>;
  readonly #state: ObservableState<FormDraftState<Values>>;
  /** What the form shows without a draft. */
  #start: Pick<FormDraftState<Values>, 'values' | 'version'>;
  #attempt: CreateAttempt<Values> | null = null;
  /** Whether the person typed values since the last discard, even if they are the start values again. */
  #isDirty = false;

  constructor(options: FormDraftOptions<Values>) {
    this.#options = options;
    this.#writer = new DraftWriter(options.owner, reportUnstoredDraft);
    this.#start = { values: options.initial, version: options.version };
    this.#state = new ObservableState({ ready: false, ...this.#start, restoredFrom: null });
    this.read = this.#state.read;
    this.subscribe = this.#state.subscribe;
  }

  readonly read: () => FormDraftState<Values>;
  readonly subscribe: (listener: () => void) => () => void;

  /** Restores the newest draft that no other form holds. */
  async open(): Promise<void> {
    // Without storage the form still works.
    const draft = await this.#writer.open(this.#options.subject).catch(() => null);
    if (draft !== null) this.#restore(draft);
    this.#state.set({ ready: true });
  }

  #restore({ values, version, attempt, changedAt }: FormDraftRecord<Values>) {
    if (this.#isInitial(values)) {
      void this.#drop();
      return;
    }
    this.#attempt = attempt;
    this.#isDirty = true;
    this.#state.set({ values, version, restoredFrom: new Date(changedAt) });
  }

  #isInitial(values: Values): boolean {
    return isSame(values, this.#start.values);
  }

  /** Stores new values; with a version, the person resolved a conflict on top of it. */
  change(values: Values, version = this.read().version): void {
    this.#isDirty = true;
    this.#state.set({ values, version });
    void this.#write('relaxed');
  }

  /** Returns whether the form differs from what it shows without a draft. */
  isChanged(): boolean {
    return !this.#isInitial(this.read().values);
  }

  /** Returns whether the form still has the values of a request. */
  has(sent: Values): boolean {
    return isSame(sent, this.read().values);
  }

  /**
   * Creates the object of the form. A create without a response is repeated with the same key, even after the page was
   * closed, so that the server returns the object it created the first time. Changed values are a new create: the form
   * no longer shows what was sent, such as the wrong address of an invitation.
   * @param repeatsOlder repeats a create even if the values changed; the caller then edits the created object
   * @returns the created object, and whether the form still has those values; if not, call `keepNewer`
   */
  readonly createOnce = async <Made>(
    send: (values: Values, key: string) => Promise<Made>,
    { repeatsOlder = false } = {},
  ): Promise<{ made: Made; isNewest: boolean }> => {
    if (this.#attempt !== null && !repeatsOlder && !this.has(this.#attempt.values)) this.#attempt = null;
    const attempt = (this.#attempt ??= {
      key: crypto.randomUUID(),
      // Copied, because a form can change its values in place.
      values: structuredClone(this.read().values),
    });
    await this.#write('strict');
    try {
      const made = await send(attempt.values, attempt.key);
      return { made, isNewest: this.has(attempt.values) };
    } catch (error) {
      if (!mayBeDone(error)) {
        this.#attempt = null;
        void this.#write('relaxed');
      }
      throw error;
    }
  };

  /**
   * Keeps the values that were typed after the sent ones: they stay a draft, and the next create sends them.
   * @param version the version of the saved object; null when the next create adds another object
   */
  keepNewer(version: number | null): Promise<void> {
    if (version !== null && this.#attempt !== null) {
      this.#start = { values: this.#attempt.values, version };
      this.#state.set({ version });
    }
    this.#attempt = null;
    return this.#write('strict');
  }

  /**
   * Sets what the server saved as the start of the form. Keeps the values that were typed after the sent ones as a
   * draft; otherwise deletes the draft. Shows the saved values if the person discarded theirs since the request.
   */
  accept(sent: Values, version: number): Promise<void> {
    this.#start = { values: sent, version };
    this.#attempt = null;
    this.#state.set({ ...(this.#isDirty ? { version } : this.#start), restoredFrom: null });
    return this.#write('strict');
  }

  /** Discards the typed values. @returns restores them */
  discard(): () => void {
    const { values, version, restoredFrom } = this.read();
    const attempt = this.#attempt;
    this.#state.set({ ...this.#start, restoredFrom: null });
    void this.#drop();
    return () => {
      this.#isDirty = true;
      this.#attempt = attempt;
      // Forms show the values when `restoredFrom` changes.
      this.#state.set({ values, version, restoredFrom });
      void this.#write('strict');
    };
  }

  /** Deletes the draft: the server has the values. */
  saved(): Promise<void> {
    return this.#drop();
  }

  /** Stores the last values and lets another form restore them. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  #write(durability: 'relaxed' | 'strict'): Promise<void> {
    const { values, version } = this.read();
    if (!this.#isDirty) return this.#writer.flush();
    if (this.#isInitial(values)) {
      this.#attempt = null;
      return this.#writer.drop();
    }
    const { subject, titleOf } = this.#options;
    const title = titleOf(values);
    return this.#writer.write({ subject, title, values, version, attempt: this.#attempt }, durability);
  }

  #drop(): Promise<void> {
    this.#isDirty = false;
    this.#attempt = null;
    return this.#writer.drop();
  }
}
