import { AppError, mayBeDone } from '#shared/kernel/errors.ts';
import { claimDraft, claimLatest, type DraftStore, draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingEditors, openEditors } from '#src/lib/drafts/open-editors.ts';
import { draftSubject, type NoteDraft, type NoteValues, type StoredNote } from './note-draft.ts';
import { sameValues } from './same-values.ts';

/** An unanswered save is tried again by itself after this long. */
const RETRY_MS = 5_000;

/** Typing that rested this long is written through to the disk. */
const SETTLE_MS = 1_000;

/** Where the text is now. */
export type NoteSaveStatus =
  /** Nothing was changed. */
  | { state: 'idle' }
  /** On this device, not on the server. */
  | { state: 'kept' }
  /** On its way to the server. */
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  /** The server cannot be reached; kept on this device. */
  | { state: 'offline' }
  /** The server refused; kept on this device. */
  | { state: 'failed'; text: string }
  /** This device cannot keep drafts. */
  | { state: 'unkept' };

/** A save met another state of the note than the one it was based on. Both texts are kept until somebody decides. */
export type NoteConflict =
  | { kind: 'changed'; theirs: StoredNote }
  /** It was sent meanwhile and cannot be changed any more. */
  | { kind: 'sent'; theirs: StoredNote }
  | { kind: 'deleted' };

export interface NoteSessionState {
  /** False while the device is asked for a draft: show a skeleton. */
  ready: boolean;
  values: NoteValues;
  /** Counts up when `values` was replaced from outside the form, which then shows them. */
  revision: number;
  /** What this text is based on; null for a note that does not exist yet. */
  stored: StoredNote | null;
  /** Whether there is text that the server does not have. */
  dirty: boolean;
  save: NoteSaveStatus;
  /** When the text was typed that was found on this device; null when there was none. */
  restoredFrom: Date | null;
  /** The note changed on the server while text is unsaved here. */
  behind: boolean;
  conflict: NoteConflict | null;
}

export interface NoteSessionOptions {
  /** Whose drafts: unique among all people who may use this browser. */
  owner: string;
  /** See draftSubject. */
  subject: string;
  stored: StoredNote | null;
  /** What a new note starts with. */
  initial: NoteValues;
  /** Makes the note; the same key again must answer with the same note. @throws AppError */
  create(values: NoteValues, key: string): Promise<StoredNote>;
  /** Changes the note if it still has this version. @throws AppError CONFLICT when it has not */
  update(stored: StoredNote, values: NoteValues): Promise<StoredNote>;
  /** The newest state on the server, past any cache; null when there is none. @throws AppError */
  load(): Promise<StoredNote | null>;
  /** Saves by itself once typing rested this long and the text is valid; null saves only when asked. */
  autosaveMs: number | null;
  isValid(values: NoteValues): Promise<boolean>;
  onSaved(note: StoredNote, created: boolean): void;
}

/** The latest text about something that is on this device only, for a screen that has no editor. */
export async function findDraft(owner: string, subject: string): Promise<NoteDraft | null> {
  await Promise.all(closingEditors);
  return (await draftStore.about<NoteDraft>(owner, subject))[0] ?? null;
}

/**
 * The text of one open note, from the first keystroke to the server. Every change goes to the device at once and
 * leaves it only when the server has it. Knows no React and no surface: the web form and the extension's side panel
 * both write through it.
 */
export class NoteSession {
  readonly #options: NoteSessionOptions;
  readonly #store: DraftStore;
  #state: NoteSessionState;
  readonly #listeners = new Set<() => void>();

  #draftId: string = crypto.randomUUID();
  #release: (() => void) | null = null;
  #attempt: NoteDraft['attempt'] = null;
  #hasDraft = false;
  #closed = false;
  #forgotten = false;

  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #autosaveTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #saving: Promise<StoredNote | null> | null = null;

  constructor(options: NoteSessionOptions, store: DraftStore = draftStore) {
    this.#options = options;
    this.#store = store;
    this.#state = {
      ready: false,
      values: options.stored?.values ?? options.initial,
      revision: 0,
      stored: options.stored,
      dirty: false,
      save: { state: 'idle' },
      restoredFrom: null,
      behind: false,
      conflict: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): NoteSessionState => this.#state;

  /** Looks for a draft that no other tab has open, and shows it. */
  async open(): Promise<void> {
    this.#closed = false;
    openEditors.add(this);
    await Promise.all(closingEditors);
    globalThis.addEventListener('pagehide', this.#flushNow);
    globalThis.addEventListener('online', this.#retry);
    document.addEventListener('visibilitychange', this.#flushNow);
    try {
      const draft = await this.#claim();
      if (this.#closed) return this.#release?.();
      if (draft !== null) this.#restore(draft);
    } catch {
      this.#set({ save: { state: 'unkept' } });
    }
    this.#set({ ready: true });
  }

  async #claim(): Promise<NoteDraft | null> {
    const { owner, subject } = this.#options;
    const claim = await claimLatest<NoteDraft>(this.#store, owner, subject);
    if (claim !== null) this.#draftId = claim.draft.id;
    this.#release = claim?.release ?? (await claimDraft(this.#draftId));
    return claim?.draft ?? null;
  }

  #restore(draft: NoteDraft) {
    const newest = this.#options.stored;
    this.#hasDraft = true;
    this.#attempt = draft.attempt;
    if (newest !== null && sameValues(newest.values, draft.values)) {
      void this.#drop();
      return;
    }
    // The save whose answer never came did arrive.
    const arrived =
      newest !== null && draft.attempt !== null && sameValues(newest.values, draft.attempt.values);
    const base = arrived ? newest : draft.base;
    this.#set({
      values: draft.values,
      revision: this.#state.revision + 1,
      stored: base,
      dirty: true,
      save: { state: 'kept' },
      restoredFrom: new Date(draft.changedAt),
      behind: newest !== null && newest.version !== base?.version,
    });
    this.#planAutosave();
  }

  /** The person typed. */
  change(values: NoteValues): void {
    const { save } = this.#state;
    const next: NoteSaveStatus =
      save.state === 'saving' || save.state === 'unkept' || save.state === 'offline'
        ? save
        : { state: navigator.onLine ? 'kept' : 'offline' };
    this.#set({ values, dirty: true, save: next });
    // At once: a browser does not finish what a closing page begins to store, so every wait is text that can be lost.
    void this.#keep('relaxed');
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => void this.flush(), SETTLE_MS);
    this.#planAutosave();
  }

  /** Writes the text through to this device's disk now. */
  flush(): Promise<void> {
    clearTimeout(this.#settleTimer);
    return this.#keep('strict');
  }

  #keep(durability: 'relaxed' | 'strict'): Promise<void> {
    if (!this.#state.dirty || this.#forgotten) return this.#writing;
    const { values, stored } = this.#state;
    const start = stored?.values ?? this.#options.initial;
    if (sameValues(values, start) && this.#attempt === null) {
      this.#set({ dirty: false, restoredFrom: null, save: { state: 'idle' }, behind: false });
      return this.#drop();
    }
    const { owner, subject } = this.#options;
    this.#hasDraft = true;
    return this.#write(
      this.#store.put<NoteDraft>(
        {
          id: this.#draftId,
          owner,
          title: values.title.trim(),
          subject:
            stored === null || subject !== draftSubject.newNote ? subject : draftSubject.note(stored.pk),
          values,
          base: stored,
          attempt: this.#attempt,
          changedAt: Date.now(),
        },
        durability,
      ),
    );
  }

  /** Tells when everything so far is written; the store keeps the order in which writes were begun. */
  #write(write: Promise<void>): Promise<void> {
    const told = write.catch(() => this.#set({ save: { state: 'unkept' } }));
    this.#writing = Promise.all([this.#writing, told]).then(() => undefined);
    return this.#writing;
  }

  #drop(): Promise<void> {
    clearTimeout(this.#settleTimer);
    if (!this.#hasDraft) return this.#writing;
    this.#hasDraft = false;
    return this.#write(this.#store.delete(this.#draftId));
  }

  /**
   * Brings the text to the server; tells the note as it is stored then, or null when it is not: `save` and
   * `conflict` of the state say why, and the text stays on the device.
   */
  save(): Promise<StoredNote | null> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveAll(): Promise<StoredNote | null> {
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    let created = false;
    // Text may come while a save is under way: then once more.
    do {
      if (!this.#state.dirty && this.#state.stored !== null) break;
      const saved = await this.#saveOnce();
      if (saved === null) return null;
      created ||= saved.created;
    } while (this.#state.dirty && !this.#closed);
    const { stored } = this.#state;
    if (stored !== null && !this.#closed) this.#options.onSaved(stored, created);
    return stored;
  }

  async #saveOnce(): Promise<{ created: boolean } | null> {
    this.#set({ save: { state: 'saving' } });
    const repeats = this.#state.stored === null && this.#attempt !== null;
    const attempt = repeats
      ? (this.#attempt as NonNullable<NoteDraft['attempt']>)
      : { key: crypto.randomUUID(), values: this.#state.values };
    const previous = this.#attempt;
    this.#attempt = attempt;
    await this.flush();
    const { stored } = this.#state;
    try {
      const note =
        stored === null
          ? await this.#options.create(attempt.values, attempt.key)
          : await this.#options.update(stored, attempt.values);
      await this.#accept(note, attempt.values);
      return { created: stored === null };
    } catch (error) {
      return this.#refused(error, attempt.values, previous?.values ?? null);
    }
  }

  /** The server has this text; what was typed since stays a draft. */
  async #accept(note: StoredNote, saved: NoteValues): Promise<void> {
    this.#attempt = null;
    const typedSince = !sameValues(this.#state.values, saved);
    this.#set({
      stored: note,
      dirty: typedSince,
      behind: false,
      conflict: null,
      restoredFrom: null,
      save: typedSince ? { state: 'saving' } : { state: 'saved', at: new Date() },
    });
    await (typedSince ? this.flush() : this.#drop());
  }

  async #refused(error: unknown, sent: NoteValues, sentBefore: NoteValues | null) {
    const code = error instanceof AppError ? error.code : 'INTERNAL';
    if (code === 'NETWORK' || code === 'UNAVAILABLE') {
      this.#waitForServer();
      return null;
    }
    const mayHaveArrived = mayBeDone(error);
    if (!mayHaveArrived) this.#attempt = null;
    const stored = this.#state.stored !== null;
    if (code === 'CONFLICT' || (stored && (code === 'NOT_FOUND' || code === 'FORBIDDEN'))) {
      return this.#meet(sent, sentBefore);
    }
    const told = error instanceof AppError && !mayHaveArrived;
    this.#set({
      save: { state: 'failed', text: told ? error.message : 'Not saved yet, kept on this device' },
    });
    await this.flush();
    return null;
  }

  #waitForServer() {
    this.#set({ save: { state: 'offline' } });
    this.#retryTimer = setTimeout(this.#retry, RETRY_MS);
  }

  /** Looks at what the server has now, and asks the person where it is not our own text. */
  async #meet(sent: NoteValues, sentBefore: NoteValues | null): Promise<{ created: boolean } | null> {
    let theirs: StoredNote | null;
    try {
      theirs = await this.#options.load();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') {
        this.#waitForServer();
        return null;
      }
      theirs = null;
    }
    for (const ours of [sent, sentBefore]) {
      if (ours === null || theirs === null || theirs.sent || !sameValues(ours, theirs.values)) continue;
      await this.#accept(theirs, ours);
      return { created: false };
    }
    this.#set({
      save: { state: 'kept' },
      conflict: theirs === null ? { kind: 'deleted' } : { kind: theirs.sent ? 'sent' : 'changed', theirs },
    });
    await this.flush();
    return null;
  }

  /** Ends a conflict with this text, on top of what the server has: mine, or a text made of both. */
  async resolve(values: NoteValues): Promise<StoredNote | null> {
    const { conflict } = this.#state;
    if (conflict === null) return this.#state.stored;
    this.#set({
      values,
      revision: this.#state.revision + 1,
      dirty: true,
      stored: conflict.kind === 'deleted' ? null : conflict.theirs,
      conflict: null,
      behind: false,
    });
    return this.save();
  }

  /** Back to the conflict's question later: the text stays, and the next save asks again. */
  postpone(): void {
    this.#set({ conflict: null, behind: true });
  }

  /**
   * Takes the own changes away and shows what the server has.
   * @returns how to take that back
   */
  discard(): () => void {
    const before = this.#state;
    const stored =
      before.conflict !== null && before.conflict.kind !== 'deleted' ? before.conflict.theirs : before.stored;
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    this.#attempt = null;
    this.#set({
      values: stored?.values ?? this.#options.initial,
      revision: before.revision + 1,
      stored,
      dirty: false,
      save: { state: 'idle' },
      restoredFrom: null,
      behind: false,
      conflict: null,
    });
    void this.#drop();
    return () => {
      this.#set({
        values: before.values,
        revision: this.#state.revision + 1,
        stored: before.stored,
        dirty: true,
        save: { state: 'kept' },
      });
      void this.flush();
    };
  }

  /** The server told a newer state of the note: shown where nothing was typed, else remembered. */
  refresh(note: StoredNote): void {
    const { stored, dirty } = this.#state;
    if (stored !== null && note.version <= stored.version && note.sent === stored.sent) return;
    if (dirty || this.#saving !== null) {
      this.#set({ behind: stored !== null && note.version > stored.version && this.#saving === null });
      return;
    }
    this.#set({ stored: note, values: note.values, revision: this.#state.revision + 1 });
  }

  /** The editor went away: the last words go to the device, and another tab may take the draft. */
  close(): Promise<void> {
    this.#closed = true;
    openEditors.delete(this);
    globalThis.removeEventListener('pagehide', this.#flushNow);
    globalThis.removeEventListener('online', this.#retry);
    document.removeEventListener('visibilitychange', this.#flushNow);
    clearTimeout(this.#autosaveTimer);
    clearTimeout(this.#retryTimer);
    const done = this.flush().finally(() => {
      this.#release?.();
      closingEditors.delete(done);
    });
    closingEditors.add(done);
    return done;
  }

  /** The person signed out: what is unsaved goes with them. */
  forget(owner: string): void {
    if (owner === this.#options.owner) this.#forgotten = true;
  }

  readonly #flushNow = () => void this.flush();

  readonly #retry = () => {
    if (this.#state.save.state !== 'offline' || this.#closed) return;
    if (this.#attempt !== null) void this.save();
    else this.#set({ save: { state: 'kept' } });
  };

  #planAutosave() {
    const { autosaveMs, isValid } = this.#options;
    if (autosaveMs === null) return;
    clearTimeout(this.#autosaveTimer);
    this.#autosaveTimer = setTimeout(() => {
      const { dirty, conflict, values } = this.#state;
      if (!dirty || conflict !== null) return;
      void isValid(values).then((valid) => (valid && !this.#closed ? this.save() : null));
    }, autosaveMs);
  }

  #set(change: Partial<NoteSessionState>) {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
