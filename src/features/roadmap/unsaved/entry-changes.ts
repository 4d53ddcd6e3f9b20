import { AppError } from '#shared/kernel/errors.ts';
import type { ClaimedDraft, Draft } from '#src/lib/drafts/draft-store.ts';
import { reportUnstoredDraft } from '#src/lib/drafts/unstored-draft-event.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { ObservableState } from '#src/lib/observable-state.ts';
import { AUTO_SUBMIT_DEBOUNCE_MS } from '#src/lib/timing/timing.ts';

/** An entry that saves automatically. */
export interface Versioned {
  id: string;
  name: string;
  version: number;
}

/** The kinds of roadmap entries that save automatically. */
export type EntryKind = 'class' | 'activity' | 'college';

/** Values of an entry's fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** A draft with the fields of an entry that the server does not have yet. */
export interface EntryDraft extends Draft {
  kind: EntryKind;
  entryId: string;
  fields: Fields;
  /** The version that the changes are based on. */
  version: number;
}

/** Why the last save failed. The changes are not lost. */
export interface SaveProblem {
  text: string;
  /** Someone else changed the entry: saving again overwrites their changes. */
  isConflict: boolean;
}

/** The state that an entry's editor shows. */
export interface EntryChangesState {
  /** The fields that differ from the last loaded entry: unsaved, or saved since. */
  shown: Fields;
  problem: SaveProblem | null;
}

/** The dependencies of {@link EntryChanges}. */
export interface EntryChangesOptions {
  kind: EntryKind;
  owner: string;
  /** The subject of the drafts: see Draft. */
  subject: string;
  save(kind: EntryKind, input: Fields & { id: string; version: number }): Promise<Versioned>;
  onSaved(name: string): void;
  onFailed(problem: SaveProblem, changes: EntryChanges): void;
}

/**
 * Saves the changed fields of one entry automatically: a draft policy on top of `DraftWriter`.
 *
 * Input: `change(fields)` on every edit. Output: `save` requests 300 ms after the last change (ACAD-028,
 * COLL-027), and `shown` for the screen. Requests run one at a time, each based on the version that the
 * previous one returned.
 *
 * A field is waiting -> sent -> saved -> reloaded. Example: the grade changes to 'A' and, during that
 * request, the year to 'JR'. The second request has only the year, and `shown` has both until the entry is
 * reloaded. A failed save resets its fields to waiting. After a conflict nothing is saved until the person
 * decides with `saveAgain` or `discard`.
 */
export class EntryChanges {
  /** The entry as last loaded. */
  #entry: Versioned;
  readonly #options: EntryChangesOptions;
  readonly #writer: DraftWriter<EntryDraft>;
  readonly #state = new ObservableState<EntryChangesState>({ shown: {}, problem: null });
  /** The version that the next save is based on. */
  #version: number;
  /** The server's version in the last conflict. */
  #conflictVersion = 0;
  /** Changed and not sent yet, or sent without success. */
  #waiting: Fields = {};
  /** Changed and not saved yet: `waiting`, and the fields of the current request. The draft has these. */
  #unsaved: Fields = {};
  /** Saved and not reloaded yet. */
  #saved: Fields = {};
  #isSaving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(entry: Versioned, options: EntryChangesOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#version = entry.version;
    this.#writer = new DraftWriter(options.owner, reportUnstoredDraft);
  }

  readonly subscribe = this.#state.subscribe;
  readonly read = this.#state.read;

  /** Handles a reload of the entry. */
  refresh(entry: Versioned): void {
    const { version } = entry;
    if (version < this.#version) return;
    this.#entry = entry;
    // Unsaved changes keep their older version, so that the server reports the conflict.
    if (isEmpty(this.#unsaved)) this.#version = version;
    if (isEmpty(this.#saved)) return;
    // The entry has the saved fields now. Whitespace around a text stays while the person is typing.
    this.#saved = equalWhenTrimmed(this.#saved, fieldsOf(entry));
    this.#show();
  }

  /** Applies the person's changes. */
  change(fields: Fields): void {
    this.#waiting = { ...this.#waiting, ...fields };
    this.#unsaved = { ...this.#unsaved, ...fields };
    this.#show();
    this.#writeDraft();
    this.#planSave();
  }

  /** Continues a draft from this device. Fields changed here since then are newer. */
  restore(claimed: ClaimedDraft<EntryDraft>): void {
    const { fields, version } = claimed.draft;
    // The server may have some of the fields already, from a save whose response was lost.
    const restored = this.#entry.version >= version ? notStored(fields, fieldsOf(this.#entry)) : fields;
    if (isEmpty(this.#unsaved) && !isEmpty(restored)) this.#version = version;
    this.#waiting = { ...restored, ...this.#waiting };
    this.#unsaved = { ...restored, ...this.#unsaved };
    this.#show();
    if (isEmpty(this.#unsaved)) {
      this.#writer.adopt(claimed);
      void this.#writer.drop();
      return;
    }
    // Writes the merged fields first. Then `adopt` deletes the claimed draft, because the writer has a newer one.
    this.#writeDraft();
    this.#planSave();
    this.#writer.adopt(claimed);
  }

  /** Saves after a failed save. After a conflict this overwrites what the other person saved. */
  saveAgain(): Promise<void> {
    this.#acceptConflictVersion();
    return this.#save();
  }

  /** Discards the changes and shows the server's version. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#acceptConflictVersion();
    this.#waiting = {};
    this.#unsaved = {};
    this.#show(null);
    this.#writeDraft();
  }

  /** Retries a save that failed, except for a conflict. */
  resume(): void {
    if (this.read().problem !== null) void this.#saveAutomatically();
  }

  /** Saves the waiting fields. If that fails, or after a conflict, they stay on this device for the next editor. */
  close(): Promise<void> {
    void this.#saveAutomatically();
    return this.#writer.close();
  }

  #planSave() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveAutomatically(), AUTO_SUBMIT_DEBOUNCE_MS);
  }

  async #saveAutomatically(): Promise<void> {
    if (this.read().problem?.isConflict !== true) await this.#save();
  }

  /** Saves the waiting fields now, and those that change during the request after it. */
  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSaving || this.#writer.isStopped || isEmpty(this.#waiting)) return;
    this.#isSaving = true;
    const sent = this.#waiting;
    this.#waiting = {};
    try {
      const input = { ...sent, id: this.#entry.id, version: this.#version };
      this.#handleSaved(sent, await this.#options.save(this.#options.kind, input));
    } catch (error) {
      this.#isSaving = false;
      this.#handleFailed(sent, error);
      return;
    }
    this.#isSaving = false;
    await this.#save();
  }

  #handleSaved(sent: Fields, { version, name }: Omit<Versioned, 'id'>) {
    this.#version = version;
    this.#saved = { ...this.#saved, ...sent };
    // A field that changed again during the request stays unsaved.
    this.#unsaved = filterFields(this.#unsaved, (value, field) => !isSame(value, sent[field]));
    this.#show(null);
    this.#writeDraft();
    this.#options.onSaved(name);
  }

  #handleFailed(sent: Fields, error: unknown) {
    const isConflict = error instanceof AppError && error.code === 'CONFLICT';
    const current = isConflict ? (error.current as (Versioned & Fields) | undefined) : undefined;
    if (current !== undefined) {
      if (isEmpty(notStored(sent, current))) {
        // The conflict is our own earlier save, whose response was lost.
        this.#handleSaved(sent, current);
        return;
      }
      this.#conflictVersion = current.version;
    }
    // Fields that the person discarded during the request are not sent again.
    const stillUnsaved = filterFields(sent, (_value, field) => field in this.#unsaved);
    this.#waiting = { ...stillUnsaved, ...this.#waiting };
    if (isEmpty(this.#waiting)) return;
    const problem = { text: error instanceof Error ? error.message : '', isConflict };
    this.#show(problem);
    this.#options.onFailed(problem, this);
  }

  /** Bases the next save on the version of the conflict, which the person has seen. */
  #acceptConflictVersion() {
    this.#version = Math.max(this.#version, this.#conflictVersion);
  }

  /** Stores the unsaved fields on this device. Deletes the draft when there are none. */
  #writeDraft() {
    if (isEmpty(this.#unsaved)) {
      void this.#writer.drop();
      return;
    }
    const { subject, kind } = this.#options;
    const { id: entryId, name: title } = this.#entry;
    void this.#writer.write({
      subject,
      title,
      kind,
      entryId,
      fields: this.#unsaved,
      version: this.#version,
    });
  }

  /** Updates the screen. The problem stays unless another one is given. */
  #show(problem: SaveProblem | null = this.read().problem) {
    this.#state.set({ shown: { ...this.#saved, ...this.#unsaved }, problem });
  }
}

/** Returns an entry as fields; each kind of entry has other ones. */
function fieldsOf(entry: Versioned): Fields {
  return entry as unknown as Fields;
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

function filterFields(fields: Fields, accepts: (value: unknown, field: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => accepts(value, field)));
}

/** Compares as JSON, because grades are lists. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns whether a text equals the stored one, which the server trimmed. */
function isSameTrimmed(value: unknown, stored: unknown): boolean {
  return typeof value === 'string' && value.trim() === stored;
}

/** Returns the fields that the server does not have. */
function notStored(fields: Fields, stored: Fields): Fields {
  return filterFields(
    fields,
    (value, field) => !isSame(value, stored[field]) && !isSameTrimmed(value, stored[field]),
  );
}

/** Returns the texts that equal the stored ones when trimmed. */
function equalWhenTrimmed(fields: Fields, stored: Fields): Fields {
  return filterFields(fields, (value, field) => isSameTrimmed(value, stored[field]));
}
