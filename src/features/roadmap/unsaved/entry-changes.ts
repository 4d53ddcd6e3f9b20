import { AppError } from '#shared/kernel/errors.ts';
import { claimDraft, type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { AUTO_SUBMIT_DEBOUNCE_MS } from '#src/lib/timing.ts';

/** An entry that saves itself. */
export interface Versioned {
  id: string;
  name: string;
  version: number;
}

export type EntryKind = 'class' | 'activity' | 'college';
export type Fields = Readonly<Record<string, unknown>>;

/** What of an entry the server does not have yet. */
export interface EntryDraft extends Draft {
  kind: EntryKind;
  entryId: string;
  fields: Fields;
  /** The version that the changes began with. */
  version: number;
}

/** Why the last save failed; the changes are kept. */
export interface SaveProblem {
  text: string;
  /** Somebody else changed the entry: saving again overwrites that. */
  isConflict: boolean;
}

export interface EntryChangesState {
  /** What differs from the entry as it was read last: not saved yet, or saved since. */
  shown: Fields;
  problem: SaveProblem | null;
}

export interface EntryChangesOptions {
  kind: EntryKind;
  owner: string;
  /** What its drafts are about: see Draft. */
  subject: string;
  save(kind: EntryKind, input: Fields & { id: string; version: number }): Promise<Versioned>;
  onSaved(name: string): void;
  onFailed(problem: SaveProblem, changes: EntryChanges): void;
}

const NOTHING: EntryChangesState = { shown: {}, problem: null };

/**
 * The changes of one entry, from the first keystroke to the server: on this device at once, saved 300 ms after the
 * last one (ACAD-028, COLL-027), one request after the other, each on the version that the one before left.
 */
export class EntryChanges {
  #entry: Versioned;
  readonly #options: EntryChangesOptions;
  #version: number;
  #state = NOTHING;
  #unsaved: Fields = {};
  /** Saved, and not read again yet. */
  #saved: Fields = {};
  readonly #listeners = new Set<() => void>();
  #waiting: Fields = {};
  #running = false;
  #forgotten = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What these changes are kept in on this device, held against other tabs. */
  #draft: { id: string; release: Promise<(() => void) | null> } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(entry: Versioned, options: EntryChangesOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#version = entry.version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): EntryChangesState => this.#state;

  /** The entry was read again. */
  refresh(entry: Versioned): void {
    const { version } = entry;
    if (version < this.#version) return;
    this.#entry = entry;
    // What waits was written on an older one: the server is to say so.
    if (isEmpty(this.#unsaved)) this.#version = version;
    if (isEmpty(this.#saved)) return;
    this.#saved = typedAlike(this.#saved, entry as unknown as Fields);
    this.#show(this.#state.problem);
  }

  /** The person changed something. */
  change(fields: Fields): void {
    this.#waiting = { ...this.#waiting, ...fields };
    this.#unsaved = { ...this.#unsaved, ...fields };
    this.#show(this.#state.problem);
    this.#keep();
    this.#plan();
  }

  /** Goes on with what was found on this device; what is here already is newer. */
  restore(found: EntryDraft, release: () => void): void {
    if (isEmpty(this.#unsaved)) this.#version = found.version;
    // A save whose answer never came may have arrived.
    const isRead = this.#entry.version >= found.version;
    const fields = isRead ? without(found.fields, this.#entry as unknown as Fields) : found.fields;
    this.#waiting = { ...fields, ...this.#waiting };
    this.#unsaved = { ...fields, ...this.#unsaved };
    this.#show(this.#state.problem);
    if (!isEmpty(this.#unsaved)) {
      this.#keep();
      this.#plan();
    }
    void this.#write(draftStore.delete(found.id).then(release));
  }

  /** Saves now what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running || this.#forgotten || isEmpty(this.#waiting)) return;
    this.#running = true;
    const sent = this.#waiting;
    this.#waiting = {};
    try {
      const { id } = this.#entry;
      this.#accept(
        sent,
        await this.#options.save(this.#options.kind, { ...sent, id, version: this.#version }),
      );
    } catch (error) {
      this.#running = false;
      this.#refused(error, sent);
      return;
    }
    this.#running = false;
    // Changed while the request was under way.
    await this.flush();
  }

  #accept(sent: Fields, { version, name }: Omit<Versioned, 'id'>) {
    this.#version = version;
    this.#saved = { ...this.#saved, ...sent };
    this.#unsaved = without(this.#unsaved, sent);
    this.#show(null);
    this.#keep();
    this.#options.onSaved(name);
  }

  #refused(error: unknown, sent: Fields) {
    const isConflict = error instanceof AppError && error.code === 'CONFLICT';
    const stored = isConflict ? (error.current as (Versioned & Fields) | undefined) : undefined;
    if (stored !== undefined && isEmpty(without(sent, stored))) {
      // Ours, by a save whose answer never came.
      this.#accept(sent, stored);
      return;
    }
    if (stored !== undefined) this.#version = Math.max(this.#version, stored.version);
    this.#waiting = { ...sent, ...this.#waiting };
    const problem = { text: error instanceof Error ? error.message : '', isConflict };
    this.#show(problem);
    this.#options.onFailed(problem, this);
  }

  /** Takes the changes back: the entry is shown as the server has it. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#waiting = {};
    this.#unsaved = {};
    this.#show(null);
    this.#keep();
  }

  /** Tries again what failed for want of a network. */
  resume(): void {
    if (this.#state.problem !== null && !this.#state.problem.isConflict) void this.flush();
  }

  /** The person signed out: writes no more. */
  forget(): void {
    this.#forgotten = true;
    clearTimeout(this.#timer);
  }

  #plan() {
    clearTimeout(this.#timer);
    // A conflict is for the person to decide; until then nothing is overwritten.
    if (this.#state.problem?.isConflict === true) return;
    this.#timer = setTimeout(() => void this.flush(), AUTO_SUBMIT_DEBOUNCE_MS);
  }

  /** The screen went away: what waits is saved now, and what cannot be is left on this device for the next one. */
  async close(): Promise<void> {
    void this.flush();
    await this.#writing;
    (await this.#draft?.release)?.();
  }

  /** Brings the changes to this device, or takes them from it when the server has them. */
  #keep() {
    if (this.#forgotten) return;
    const fields = this.#unsaved;
    if (isEmpty(fields)) {
      this.#drop();
      return;
    }
    if (this.#draft === null) {
      const id = crypto.randomUUID();
      this.#draft = { id, release: claimDraft(id).catch(() => null) };
    }
    const { id } = this.#draft;
    const { owner, subject, kind } = this.#options;
    const { id: entryId, name: title } = this.#entry;
    const draft = { id, owner, subject, title, kind, entryId, fields, version: this.#version };
    void this.#write(draftStore.put<EntryDraft>({ ...draft, changedAt: Date.now() }, 'relaxed'));
  }

  #drop() {
    if (this.#draft === null) return;
    const { id, release } = this.#draft;
    this.#draft = null;
    void this.#write(draftStore.delete(id).then(async () => (await release)?.()));
  }

  /** Tells when everything so far is written; a device that keeps no drafts still saves. */
  #write(write: Promise<unknown>): Promise<void> {
    const told = write.catch(() => undefined);
    this.#writing = Promise.all([this.#writing, told]).then(() => undefined);
    return this.#writing;
  }

  #show(problem: SaveProblem | null) {
    this.#state = { shown: { ...this.#saved, ...this.#unsaved }, problem };
    for (const listener of this.#listeners) listener();
  }
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

/** The fields whose value is another one there: grades are lists. */
function without(fields: Fields, other: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => JSON.stringify(other[field]) !== JSON.stringify(value)),
  );
}

/** The texts that are stored without the white space around them: who pauses after a blank or a new line goes on there. */
function typedAlike(fields: Fields, stored: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => typeof value === 'string' && value.trim() === stored[field],
    ),
  );
}
