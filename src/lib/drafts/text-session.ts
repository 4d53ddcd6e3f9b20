import { AppError, isOffline, mayBeDone } from '#shared/kernel/errors.ts';
import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import { DiscardedCreates } from './discarded-creates.ts';
import { DraftWriter } from './draft-writer.ts';
import { ObservableState } from '../observable-state.ts';
import {
  conflictOf,
  draftOf,
  initialState,
  newerText,
  newestState,
  resolvedState,
  restoredState,
  type SaveAttempt,
  savedState,
  statusWhileTyping,
  type StoredText,
  type TextDraft,
  type TextSessionOptions,
  type TextSessionState,
  type TextValues,
  undoneState,
} from './text-session-state.ts';

/** A save that could not reach the server is retried after this pause. */
const RETRY_MS = 5_000;

/**
 * Saves the text of one open editor from the first keystroke on: a draft policy on top of `DraftWriter`, for notes and
 * essays. It does not depend on React or a surface; the web form and the extension's side panel use it.
 *
 * Input: `change(values)` on every keystroke, `save()` on request, `refresh(stored)` when the text was loaded again.
 * Output: the state in `text-session-state.ts`, and `create`/`update` requests, one at a time.
 *
 *     idle -> stored -> saving -> saved
 *                       |-> offline   unreachable: retried every 5 s and when the network returns
 *                       |-> failed    refused: the server's message is shown; retried if the server failed
 *                       '-> conflict  the stored text differs from ours: the person decides
 *
 * Example: a create is sent and its response is lost. The draft stores the attempt (key and values), the state is
 * `offline`, and more is typed. The retry, here or after the draft was restored, repeats the attempt with the same key.
 * - The server returns the text as it was created: the text typed since is saved as an update.
 * - The text was continued elsewhere: a conflict if something was typed here since, else the continued text is shown.
 * - The person discarded it before the response: the text is deleted, unless it was continued elsewhere.
 */
export class TextSession<Values extends TextValues, Stored extends StoredText<Values>> {
  readonly #options: TextSessionOptions<Values, Stored>;
  readonly #writer: DraftWriter<TextDraft<Values, Stored>>;
  readonly #state: ObservableState<TextSessionState<Values, Stored>>;
  /** The save that was sent without a response. */
  #attempt: SaveAttempt<Values> | null = null;
  readonly #discarded: DiscardedCreates<Values, Stored>;
  /** The newest text that the server is known to have. */
  #newest: Stored | null;
  #isClosed = false;
  #autosaveTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<Stored | null> | null = null;

  constructor(options: TextSessionOptions<Values, Stored>) {
    this.#options = options;
    this.#writer = new DraftWriter(options.owner, () => this.#set({ save: { state: 'unstored' } }));
    this.#discarded = new DiscardedCreates(options, {
      isOpen: () => !this.#isClosed,
      knows: (text) => this.#newest !== null && options.subjectOf(text) === options.subjectOf(this.#newest),
    });
    this.#newest = options.stored;
    this.#state = new ObservableState(initialState(options));
    this.read = this.#state.read;
    this.subscribe = this.#state.subscribe;
  }

  readonly read: () => TextSessionState<Values, Stored>;
  readonly subscribe: (listener: () => void) => () => void;

  /** Restores the newest draft that no other editor holds. */
  async open(): Promise<void> {
    this.#isClosed = false;
    globalThis.addEventListener('online', this.#retry);
    try {
      const draft = await this.#writer.open(this.#options.subject, this.#options.accepts);
      if (draft !== null) this.#restore(draft);
      void this.#discarded.open().catch(() => undefined);
    } catch {
      this.#set({ save: { state: 'unstored' } });
    }
    this.#set({ ready: true });
  }

  #restore(draft: TextDraft<Values, Stored>) {
    const newest = this.#options.stored;
    this.#attempt = draft.attempt;
    if (newest !== null && this.#options.isSame(newest.values, draft.values)) {
      void this.#writer.drop();
      return;
    }
    const restored = restoredState(draft, newest, this.#options.isSame);
    this.#newest = newest === null ? restored.stored : newerText(newest, restored.stored);
    this.#set({ ...restored, revision: this.read().revision + 1 });
    this.#planAutosave();
  }

  /** Stores the typed values. */
  change(values: Values): void {
    this.#set({ values, dirty: true, save: statusWhileTyping(this.read().save) });
    void this.#write('relaxed');
    this.#planAutosave();
  }

  /** Replaces the text by another one, such as an earlier version, as if it had been typed. */
  replace(values: Values): void {
    this.#set({ revision: this.read().revision + 1 });
    this.change(values);
  }

  /** Stores the draft, or drops it when the text equals the base. */
  #write(durability: 'relaxed' | 'strict'): Promise<void> {
    const state = this.read();
    const { dirty, values, stored } = state;
    if (!dirty) return this.#writer.flush();
    if (this.#attempt === null && this.#options.isSame(values, stored?.values ?? this.#options.initial)) {
      this.#set({ dirty: false, restoredFrom: null, save: { state: 'idle' }, behind: false });
      return this.#writer.drop();
    }
    return this.#writer.write(draftOf(state, this.#attempt, this.#options), durability);
  }

  /**
   * Saves the text to the server.
   * @returns the stored text; null when it was not saved and stays on this device: `save` and `conflict` show why
   */
  save(): Promise<Stored | null> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveAll(): Promise<Stored | null> {
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    let created = false;
    // Repeat if text was typed during the request.
    do {
      if (!this.read().dirty && this.read().stored !== null) break;
      const saved = await this.#saveOnce();
      if (saved === null) return null;
      created ||= saved.created;
    } while (this.read().dirty && !this.#isClosed);
    const { stored } = this.read();
    if (stored !== null && !this.#isClosed) this.#options.onSaved(stored, created);
    return stored;
  }

  async #saveOnce(): Promise<{ created: boolean } | null> {
    this.#set({ save: { state: 'saving' } });
    const { stored, values } = this.read();
    const previous = this.#attempt;
    const repeated = stored === null ? previous : null;
    const attempt = repeated ?? { key: crypto.randomUUID(), values };
    this.#attempt = attempt;
    await this.#write('strict');
    await this.#discarded.settled;
    // Not sent if the person discarded it by now, except a repeat: its text may have to be deleted.
    if (this.#attempt === attempt || repeated !== null) {
      const request =
        stored === null
          ? this.#options.create(attempt.values, attempt.key)
          : this.#options.update(stored, attempt.values);
      try {
        const text = await request;
        if (stored === null ? this.#attempt === attempt : this.read().stored?.version === stored.version) {
          return await this.#accept(text, attempt.values);
        }
      } catch (error) {
        if (this.#attempt === attempt)
          return this.#handleError(error, attempt.values, previous?.values ?? null);
      }
      await this.#discarded.deleteText(attempt, request);
    } else this.#discarded.forget(attempt);
    // Discarded: text typed since then is saved separately.
    this.#planAutosave();
    return null;
  }

  /** Updates the session with the response to a save. Text typed since then stays a draft. */
  async #accept(text: Stored, saved: Values): Promise<{ created: boolean } | null> {
    const created = this.read().stored === null;
    const typedSince = !this.#options.isSame(this.read().values, saved);
    this.#attempt = null;
    this.#newest = newerText(text, this.#newest);
    if (created && text.version !== FIRST_VERSION && !this.#options.isSame(text.values, saved)) {
      return this.#acceptContinued(text, saved, typedSince);
    }
    this.#set(savedState(text, typedSince));
    await (typedSince ? this.#write('strict') : this.#writer.drop());
    return { created };
  }

  /** Shows a created text that was continued elsewhere. Text typed here since the create is based on what it created. */
  async #acceptContinued(text: Stored, created: Values, typedSince: boolean) {
    if (!typedSince) {
      const shown = newestState(this.read(), text, this.#options.initial);
      this.#set({ ...shown, save: { state: 'saved', at: new Date() } });
      await this.#writer.drop();
      return { created: true };
    }
    this.#set({
      stored: { ...text, version: FIRST_VERSION, values: created },
      save: { state: 'stored' },
      conflict: conflictOf(text, this.#isFrozen(text)),
    });
    await this.#write('strict');
    if (!this.#isClosed) this.#options.onSaved(text, true);
    return null;
  }

  async #handleError(error: unknown, sent: Values, sentBefore: Values | null) {
    if (isOffline(error)) return this.#waitForServer();
    const code = error instanceof AppError ? error.code : 'INTERNAL';
    const mayHaveArrived = mayBeDone(error);
    if (!mayHaveArrived) this.#attempt = null;
    const isGone = (code === 'NOT_FOUND' || code === 'FORBIDDEN') && this.read().stored !== null;
    if (code === 'CONFLICT' || isGone) return this.#resolveConflict(sent, sentBefore);
    const isRefused = error instanceof AppError && !mayHaveArrived;
    const text = isRefused ? error.message : 'Not saved yet, kept on this device';
    this.#set({ save: { state: 'failed', text } });
    if (code === 'INTERNAL') this.#planAutosave();
    await this.#write('strict');
    return null;
  }

  #waitForServer(): null {
    if (this.read().save.state !== 'unstored') this.#set({ save: { state: 'offline' } });
    this.#retryTimer = setTimeout(this.#retry, RETRY_MS);
    return null;
  }

  /** Accepts the stored text when it is our own text, else asks the person. */
  async #resolveConflict(sent: Values, sentBefore: Values | null): Promise<{ created: boolean } | null> {
    let theirs: Stored | null;
    try {
      theirs = await this.#options.load();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') return this.#waitForServer();
      theirs = null;
    }
    const isFrozen = theirs !== null && this.#isFrozen(theirs);
    for (const ours of [sent, sentBefore]) {
      if (ours === null || theirs === null || isFrozen || !this.#options.isSame(ours, theirs.values))
        continue;
      return this.#accept(theirs, ours);
    }
    if (theirs !== null) this.#newest = theirs;
    this.#set({ save: { state: 'stored' }, conflict: conflictOf(theirs, isFrozen) });
    await this.#write('strict');
    return null;
  }

  /** Ends a conflict: saves this text over the server's version. */
  async resolve(values: Values): Promise<Stored | null> {
    const { conflict } = this.read();
    if (conflict === null) return this.read().stored;
    const theirs = conflict.kind === 'deleted' ? null : conflict.theirs;
    this.#newest = theirs;
    this.#set({ ...resolvedState(values, theirs), revision: this.read().revision + 1 });
    return this.save();
  }

  /** Stores the merged text of a conflict until it is saved. */
  merge(merged: Values): void {
    this.#set({ merged });
    void this.#write('relaxed');
  }

  /** Returns to the editor; the next save asks again. */
  postpone(): void {
    this.#set({ conflict: null, behind: true });
  }

  /** Discards the unsaved changes and shows the server's version. @returns restores them */
  discard(): () => void {
    const before = this.read();
    const attempt = this.#attempt;
    const create = before.stored === null ? attempt : null;
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    this.#attempt = null;
    this.#set(newestState(before, this.#newest, this.#options.initial));
    void this.#writer.drop();
    if (create !== null) this.#discarded.add(create, this.#saving !== null);
    return () => {
      // A deleted text is created again, with another key.
      this.#attempt = create === null || this.#discarded.undo(create) ? attempt : null;
      this.#set({ ...undoneState(before, this.#newest), revision: this.read().revision + 1 });
      void this.#write('strict');
    };
  }

  /**
   * Discards all changes since the session opened, on this device and on the server: restores the text, or deletes the
   * one that this session created.
   * @returns false when the server could not be changed; nothing is discarded then
   */
  async revert(): Promise<boolean> {
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    await this.#saving;
    if (!(await this.#revertServer())) {
      this.#planAutosave();
      return false;
    }
    this.#attempt = null;
    this.#isClosed = true;
    this.#set({ dirty: false, save: { state: 'idle' } });
    await this.#writer.drop();
    return true;
  }

  /** @returns false when the server could not be changed */
  async #revertServer(): Promise<boolean> {
    const { stored, original, savedHere } = this.read();
    try {
      // A create without a response may have created the text.
      if (stored === null) return this.#attempt === null || (await this.#discarded.discardNow(this.#attempt));
      if (!savedHere) return true;
      if (original !== null) await this.#options.update(stored, original.values);
      // A text that was continued elsewhere is not deleted.
      else if ((await this.#options.load())?.version === stored.version) await this.#options.remove(stored);
      return true;
    } catch {
      return false;
    }
  }

  /** Handles a reload of the text: shows it when nothing is unsaved, else marks it as newer. */
  refresh(text: Stored): void {
    this.#newest = newerText(text, this.#newest);
    const { stored, dirty } = this.read();
    if (stored !== null && text.version <= stored.version && this.#isFrozen(text) === this.#isFrozen(stored))
      return;
    if (dirty || this.#saving !== null) {
      this.#set({ behind: stored !== null && text.version > stored.version && this.#saving === null });
      return;
    }
    this.#set({
      stored: text,
      values: text.values,
      revision: this.read().revision + 1,
      original: text,
      savedHere: false,
    });
  }

  /** Closes when the person leaves the editor, and saves the text that autosave would save next. */
  async leave(): Promise<void> {
    await Promise.all([this.close(), this.#saving]);
    const { stored, save } = this.read();
    const isWaiting = stored !== null && save.state !== 'offline';
    if (isWaiting && !this.#writer.isStopped && (await this.#canAutosave())) await this.save();
  }

  /** Stores the last text on this device and lets another editor restore it. */
  close(): Promise<void> {
    this.#isClosed = true;
    globalThis.removeEventListener('online', this.#retry);
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    this.#discarded.close();
    return this.#writer.close();
  }

  readonly #retry = () => {
    if (this.#isClosed) return;
    if (this.#attempt !== null) void this.save();
    else if (this.read().save.state === 'offline') this.#set({ save: { state: 'stored' } });
  };

  #planAutosave() {
    clearTimeout(this.#autosaveTimer);
    this.#autosaveTimer = setTimeout(() => {
      void this.#canAutosave().then((valid) => (valid && !this.#isClosed ? this.save() : null));
    }, this.#options.autosaveMs);
  }

  async #canAutosave(): Promise<boolean> {
    const { dirty, conflict, values } = this.read();
    return dirty && conflict === null && this.#options.isValid(values);
  }

  #isFrozen(stored: Stored): boolean {
    return this.#options.isFrozen?.(stored) ?? false;
  }

  #set(change: Partial<TextSessionState<Values, Stored>>) {
    this.#state.set(change);
  }
}
