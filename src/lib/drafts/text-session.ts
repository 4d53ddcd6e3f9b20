import { AppError, mayBeDone } from '#shared/kernel/errors.ts';
import { DiscardedCreates } from './discarded-creates.ts';
import { DraftWriter } from './draft-writer.ts';
import { ObservableState } from '../observable-state.ts';
import { revertOnServer } from './revert-on-server.ts';
import { failureText, saveFailureOf } from './save-failure.ts';
import { SaveTimers } from './save-timers.ts';
import {
  acceptedState,
  conflictState,
  draftOf,
  initialState,
  newerText,
  newestState,
  resolvedState,
  restoredState,
  type SaveAttempt,
  statusWhileTyping,
  type StoredText,
  type TextDraft,
  type TextSessionOptions,
  type TextSessionState,
  type TextValues,
  undoneState,
} from './text-session-state.ts';

/** The result of one request; null when the text was not saved: the state shows why. */
type Saved = { created: boolean } | null;

/**
 * Saves the text of one open editor from the first keystroke on: a draft policy on top of `DraftWriter`, for notes and
 * essays. It does not depend on React or a surface; the web form and the extension's side panel use it.
 *
 * Input: `change(values)` on every keystroke, `save()` on request, `refresh(stored)` when the text was loaded again.
 * Output: the state in `text-session-state.ts`, and `create`/`update` requests, one at a time.
 *
 * | `save.state` | where the newest text is | what sends it next                                                |
 * | ------------ | ------------------------ | ----------------------------------------------------------------- |
 * | `idle`       | the server, or empty     | nothing was changed                                               |
 * | `stored`     | this device              | autosave, after a pause in typing                                 |
 * | `saving`     | this device, and sent    | text typed since is sent after the response                       |
 * | `saved`      | the server               | nothing is unsaved                                                |
 * | `offline`    | this device              | a retry, every 5 s and when the network returns                   |
 * | `failed`     | this device              | autosave if the server failed, the next change if it was refused  |
 * | `unstored`   | this page only           | autosave; this device cannot store drafts, and the editor says so |
 *
 * A `conflict` (with `stored`) stops autosave: the stored text differs from ours. The person resolves it, returns to the
 * editor (`postpone`), or discards the changes.
 *
 * The class does the requests and keeps the order. Each decision is a function without side effects: what a failure
 * means in `save-failure.ts`, every other new state in `text-session-state.ts`. `SaveTimers` decides when to save
 * without a click, and `DiscardedCreates` deletes what was discarded too late.
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
  readonly #discardedCreates: DiscardedCreates<Values, Stored>;
  /** The newest text that the server is known to have. */
  #newestStored: Stored | null;
  readonly #timers: SaveTimers;
  #isClosed = false;
  #saving: Promise<Stored | null> | null = null;

  constructor(options: TextSessionOptions<Values, Stored>) {
    this.#options = options;
    this.#writer = new DraftWriter(options.owner, () => this.#setState({ save: { state: 'unstored' } }));
    this.#discardedCreates = new DiscardedCreates(options, {
      isOpen: () => !this.#isClosed,
      knows: (text) =>
        this.#newestStored !== null && options.subjectOf(text) === options.subjectOf(this.#newestStored),
    });
    this.#timers = new SaveTimers(
      options.autosaveMs,
      () => void this.#autosave(),
      () => this.#retry(),
    );
    this.#newestStored = options.stored;
    this.#state = new ObservableState(initialState(options));
    this.read = this.#state.read;
    this.subscribe = this.#state.subscribe;
  }

  readonly read: () => TextSessionState<Values, Stored>;
  readonly subscribe: (listener: () => void) => () => void;

  /** Restores the newest draft that no other editor holds. */
  async open(): Promise<void> {
    this.#isClosed = false;
    this.#timers.open();
    try {
      const draft = await this.#writer.open(this.#options.subject, this.#options.accepts);
      if (draft !== null) this.#restore(draft);
      void this.#discardedCreates.open().catch(() => undefined);
    } catch {
      this.#setState({ save: { state: 'unstored' } });
    }
    this.#setState({ ready: true });
  }

  #restore(draft: TextDraft<Values, Stored>) {
    const newest = this.#options.stored;
    this.#attempt = draft.attempt;
    if (newest !== null && this.#options.isSame(newest.values, draft.values)) {
      void this.#writer.drop();
      return;
    }
    const restored = restoredState(draft, newest, this.#options.isSame);
    this.#newestStored = newest === null ? restored.stored : newerText(newest, restored.stored);
    this.#replaceValues(restored);
    this.#timers.planAutosave();
  }

  /** Stores the typed values. */
  change(values: Values): void {
    this.#setState({ values, dirty: true, save: statusWhileTyping(this.read().save) });
    void this.#storeDraft('relaxed');
    this.#timers.planAutosave();
  }

  /** Replaces the text by another one, such as an earlier version, as if it had been typed. */
  replace(values: Values): void {
    this.#replaceValues({});
    this.change(values);
  }

  /** Stores the draft, or drops it when the text equals the base. */
  #storeDraft(durability: 'relaxed' | 'strict'): Promise<void> {
    const state = this.read();
    const { dirty, values, stored } = state;
    if (!dirty) return this.#writer.flush();
    if (this.#attempt === null && this.#options.isSame(values, stored?.values ?? this.#options.initial)) {
      this.#setState({ dirty: false, restoredFrom: null, save: { state: 'idle' }, behind: false });
      return this.#writer.drop();
    }
    return this.#writer.write(draftOf(state, this.#attempt, this.#options), durability);
  }

  /**
   * Saves the text to the server.
   * @returns the stored text; null when it was not saved and stays on this device: `save` and `conflict` show why
   */
  save(): Promise<Stored | null> {
    this.#saving ??= this.#saveUntilStored().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveUntilStored(): Promise<Stored | null> {
    this.#timers.cancel();
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

  /** Sends the text once. @returns null when it was not saved */
  async #saveOnce(): Promise<Saved> {
    this.#setState({ save: { state: 'saving' } });
    const { stored, values } = this.read();
    const previous = this.#attempt;
    // A create without a response is repeated as it was sent, with the same key.
    const repeated = stored === null ? previous : null;
    const attempt = repeated ?? { key: crypto.randomUUID(), values };
    this.#attempt = attempt;
    await this.#storeDraft('strict');
    await this.#discardedCreates.settled;
    // A discarded repeat is sent too: the server may have its text, which has to be deleted.
    if (this.#attempt === attempt || repeated !== null) {
      return this.#send(attempt, stored, previous?.values ?? null);
    }
    this.#discardedCreates.forget(attempt);
    this.#timers.planAutosave();
    return null;
  }

  /**
   * Sends a save and updates the session with the response.
   * @param base the stored text that the save changes; null for a create
   * @param sentBefore the values of an earlier save without a response
   */
  async #send(attempt: SaveAttempt<Values>, base: Stored | null, sentBefore: Values | null): Promise<Saved> {
    const request =
      base === null
        ? this.#options.create(attempt.values, attempt.key)
        : this.#options.update(base, attempt.values);
    try {
      const response = await request;
      // A discarded update isCurrent too: the next one restores the text before it.
      const isCurrent =
        base === null ? this.#attempt === attempt : this.read().stored?.version === base.version;
      if (isCurrent) return await this.#acceptResponse(response, attempt.values);
    } catch (error) {
      if (this.#attempt === attempt) return this.#handleFailure(error, attempt.values, sentBefore);
    }
    // Discarded during the request. Text typed since is saved separately.
    await this.#discardedCreates.deleteText(attempt, request);
    this.#timers.planAutosave();
    return null;
  }

  /** Updates the session with the response to a save. Text typed since then stays a draft. */
  async #acceptResponse(response: Stored, sent: Values): Promise<Saved> {
    const created = this.read().stored === null;
    this.#attempt = null;
    this.#newestStored = newerText(response, this.#newestStored);
    this.#setState(acceptedState(this.read(), response, sent, this.#options));
    const { dirty, conflict } = this.read();
    await (dirty ? this.#storeDraft('strict') : this.#writer.drop());
    if (conflict === null) return { created };
    // The text was created, and then continued both elsewhere and here.
    if (!this.#isClosed) this.#options.onSaved(response, true);
    return null;
  }

  async #handleFailure(error: unknown, sent: Values, sentBefore: Values | null): Promise<Saved> {
    if (!mayBeDone(error)) this.#attempt = null;
    const failure = saveFailureOf(error, this.read().stored === null);
    if (failure === 'offline') return this.#waitForServer();
    if (failure === 'conflict') return this.#resolveConflict(sent, sentBefore);
    this.#setState({ save: { state: 'failed', text: failureText(error) } });
    if (failure === 'later') this.#timers.planAutosave();
    await this.#storeDraft('strict');
    return null;
  }

  #waitForServer(): null {
    if (this.read().save.state !== 'unstored') this.#setState({ save: { state: 'offline' } });
    this.#timers.planRetry();
    return null;
  }

  /** Accepts the stored text when it is our own text, whose response was lost. Else asks the person. */
  async #resolveConflict(sent: Values, sentBefore: Values | null): Promise<Saved> {
    let theirs: Stored | null;
    try {
      theirs = await this.#options.load();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') return this.#waitForServer();
      theirs = null;
    }
    if (theirs !== null && !this.#isFrozen(theirs)) {
      for (const ours of [sent, sentBefore]) {
        if (ours !== null && this.#options.isSame(ours, theirs.values))
          return this.#acceptResponse(theirs, ours);
      }
    }
    if (theirs !== null) this.#newestStored = theirs;
    this.#setState(conflictState(theirs, this.#options));
    await this.#storeDraft('strict');
    return null;
  }

  async #autosave() {
    if ((await this.#canAutosave()) && !this.#isClosed) await this.save();
  }

  async #canAutosave(): Promise<boolean> {
    const { dirty, conflict, values } = this.read();
    return dirty && conflict === null && this.#options.isValid(values);
  }

  #retry() {
    if (this.#isClosed) return;
    if (this.#attempt !== null) void this.save();
    else if (this.read().save.state === 'offline') this.#setState({ save: { state: 'stored' } });
  }

  /** Handles a reload of the text: shows it when nothing is unsaved, else marks it as newer. */
  refresh(loaded: Stored): void {
    this.#newestStored = newerText(loaded, this.#newestStored);
    const { stored, dirty } = this.read();
    const isNewer = stored !== null && loaded.version > stored.version;
    if (stored !== null && !isNewer && this.#isFrozen(loaded) === this.#isFrozen(stored)) return;
    const isSaving = this.#saving !== null;
    if (dirty || isSaving) this.#setState({ behind: isNewer && !isSaving });
    else this.#replaceValues({ stored: loaded, values: loaded.values, original: loaded, savedHere: false });
  }

  /** Ends a conflict: saves this text over the server's version. */
  async resolve(values: Values): Promise<Stored | null> {
    const { conflict } = this.read();
    if (conflict === null) return this.read().stored;
    const theirs = conflict.kind === 'deleted' ? null : conflict.theirs;
    this.#newestStored = theirs;
    this.#replaceValues(resolvedState(values, theirs));
    return this.save();
  }

  /** Stores the merged text of a conflict until it is saved. */
  merge(merged: Values): void {
    this.#setState({ merged });
    void this.#storeDraft('relaxed');
  }

  /** Returns to the editor; the next save asks again. */
  postpone(): void {
    this.#setState({ conflict: null, behind: true });
  }

  /** Discards the unsaved changes and shows the server's version. @returns restores them */
  discard(): () => void {
    const before = this.read();
    const attempt = this.#attempt;
    const create = before.stored === null ? attempt : null;
    this.#timers.cancel();
    this.#attempt = null;
    this.#setState(newestState(before, this.#newestStored, this.#options.initial));
    void this.#writer.drop();
    if (create !== null) this.#discardedCreates.add(create, this.#saving !== null);
    return () => {
      // A deleted text is created again, with another key.
      this.#attempt = create === null || this.#discardedCreates.undo(create) ? attempt : null;
      this.#replaceValues(undoneState(before, this.#newestStored));
      void this.#storeDraft('strict');
    };
  }

  /**
   * Discards all changes since the session opened, on this device and on the server: restores the text, or deletes the
   * one that this session created.
   * @returns false when the server could not be changed; nothing is discarded then
   */
  async revert(): Promise<boolean> {
    this.#timers.cancel();
    await this.#saving;
    const reverted = revertOnServer(this.read(), this.#attempt, this.#options, this.#discardedCreates);
    if (!(await reverted.catch(() => false))) {
      this.#timers.planAutosave();
      return false;
    }
    this.#attempt = null;
    this.#isClosed = true;
    this.#setState({ dirty: false, save: { state: 'idle' } });
    await this.#writer.drop();
    return true;
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
    this.#timers.close();
    this.#discardedCreates.close();
    return this.#writer.close();
  }

  #isFrozen(stored: Stored): boolean {
    return this.#options.isFrozen?.(stored) ?? false;
  }

  /** Changes the state when something other than typing replaces the values. */
  #replaceValues(change: Partial<TextSessionState<Values, Stored>>) {
    this.#setState({ ...change, revision: this.read().revision + 1 });
  }

  #setState(change: Partial<TextSessionState<Values, Stored>>) {
    this.#state.set(change);
  }
}
