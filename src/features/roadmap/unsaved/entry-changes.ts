import { AppError } from '#shared/kernel/errors.ts';
import type { ClaimedDraft, Draft } from '#src/lib/drafts/draft-store.ts';
import { reportUnstoredDraft } from '#src/lib/drafts/draft-storage.ts';
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

/** The fields of an entry that the server does not have yet. */
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
  #entry: Versioned;
  readonly #options: EntryChangesOptions;
  readonly #writer: DraftWriter<EntryDraft>;
  readonly #state = new ObservableState<EntryChangesState>({ shown: {}, problem: null });
  #version: number;
  /** The server's version in the last conflict. */
  #conflictVersion = 0;
  /** Changed and not saved yet: `waiting`, and the fields of the current request. */
  #unsaved: Fields = {};
  #waiting: Fields = {};
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
    this.#saved = differingInWhitespace(this.#saved, entry as unknown as Fields);
    this.#show(this.read().problem);
  }

  /** Applies the person's changes. */
  change(fields: Fields): void {
    this.#waiting = { ...this.#waiting, ...fields };
    this.#unsaved = { ...this.#unsaved, ...fields };
    this.#show(this.read().problem);
    this.#writeDraft();
    this.#planSave();
  }

  /** Continues a draft from this device. Fields changed here since then are newer. */
  restore(claimed: ClaimedDraft<EntryDraft>): void {
    const { fields: found, version } = claimed.draft;
    // A save whose response was lost may have arrived.
    const fields =
      this.#entry.version >= version ? notStored(found, this.#entry as unknown as Fields) : found;
    if (isEmpty(this.#unsaved) && !isEmpty(fields)) this.#version = version;
    this.#waiting = { ...fields, ...this.#waiting };
    this.#unsaved = { ...fields, ...this.#unsaved };
    this.#show(this.read().problem);
    if (!isEmpty(this.#unsaved)) {
      this.#writeDraft();
      this.#planSave();
    }
    this.#writer.adopt(claimed);
    if (isEmpty(this.#unsaved)) void this.#writer.drop();
  }

  /** Saves after a failed save. After a conflict this overwrites what the other person saved. */
  saveAgain(): Promise<void> {
    this.#endConflict();
    return this.#save();
  }

  async #saveAutomatically(): Promise<void> {
    if (this.read().problem?.isConflict !== true) await this.#save();
  }

  /** Saves the waiting fields now. */
  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSaving || this.#writer.isStopped || isEmpty(this.#waiting)) return;
    this.#isSaving = true;
    const sent = this.#waiting;
    this.#waiting = {};
    try {
      const { id } = this.#entry;
      this.#accept(
        sent,
        await this.#options.save(this.#options.kind, { ...sent, id, version: this.#version }),
      );
    } catch (error) {
      this.#isSaving = false;
      this.#handleError(error, sent);
      return;
    }
    this.#isSaving = false;
    // Changed while the request was in flight.
    await this.#save();
  }

  #accept(sent: Fields, { version, name }: Omit<Versioned, 'id'>) {
    this.#version = version;
    this.#saved = { ...this.#saved, ...sent };
    this.#unsaved = without(this.#unsaved, sent);
    this.#show(null);
    this.#writeDraft();
    this.#options.onSaved(name);
  }

  #handleError(error: unknown, sent: Fields) {
    const isConflict = error instanceof AppError && error.code === 'CONFLICT';
    const stored = isConflict ? (error.current as (Versioned & Fields) | undefined) : undefined;
    if (stored !== undefined && isEmpty(notStored(sent, stored))) {
      // The conflict is our own earlier save, whose response was lost.
      this.#accept(sent, stored);
      return;
    }
    if (stored !== undefined) this.#conflictVersion = stored.version;
    // Fields that the person discarded during the request are not sent again.
    const kept = Object.entries(sent).filter(([field]) => field in this.#unsaved);
    this.#waiting = { ...Object.fromEntries(kept), ...this.#waiting };
    if (isEmpty(this.#waiting)) return;
    const problem = { text: error instanceof Error ? error.message : '', isConflict };
    this.#show(problem);
    this.#options.onFailed(problem, this);
  }

  /** Discards the changes and shows the server's version. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#endConflict();
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

  /** The person has decided: the next save is based on the version that the conflict reported. */
  #endConflict() {
    this.#version = Math.max(this.#version, this.#conflictVersion);
  }

  #planSave() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveAutomatically(), AUTO_SUBMIT_DEBOUNCE_MS);
  }

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

  #show(problem: SaveProblem | null) {
    this.#state.set({ shown: { ...this.#saved, ...this.#unsaved }, problem });
  }
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

/** Returns the fields whose value differs from `other`. Compares as JSON, because grades are lists. */
function without(fields: Fields, other: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => JSON.stringify(other[field]) !== JSON.stringify(value)),
  );
}

/** Returns the fields that the server does not have. It stores texts trimmed. */
function notStored(fields: Fields, stored: Fields): Fields {
  return without(fields, { ...stored, ...differingInWhitespace(fields, stored) });
}

/** Returns the texts that equal the stored ones when trimmed: trailing whitespace stays while the person is typing. */
function differingInWhitespace(fields: Fields, stored: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => typeof value === 'string' && value.trim() === stored[field],
    ),
  );
}
