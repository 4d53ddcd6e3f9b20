import { FIRST_VERSION } from '#shared/kernel/versions.ts';
import type { Draft } from './draft-store.ts';
import type { DraftContent } from './draft-writer.ts';

/** The fields of a text. */
export interface TextValues {
  title: string;
}

/** A text as the server has it. */
export interface StoredText<Values> {
  /** FIRST_VERSION (shared/kernel/versions.ts) after the create, and higher with each change. */
  version: number;
  values: Values;
}

/** A save exactly as it was sent. Repeating it with the same key creates no second text. */
export interface SaveAttempt<Values> {
  key: string;
  values: Values;
}

/** The unsaved text of one editor. */
export interface TextDraft<Values, Stored> extends Draft {
  values: Values;
  /** The stored text before the changes; null for a new one. */
  base: Stored | null;
  /** A save without a response. A stored text that equals it is no conflict. */
  attempt: SaveAttempt<Values> | null;
  /** What the person typed to merge the two versions of a conflict. */
  merged?: Values | null;
}

/** The state of the text. */
export type TextSaveStatus =
  /** Nothing was changed. */
  | { state: 'idle' }
  /** On this device, not on the server. */
  | { state: 'stored' }
  /** Being sent to the server. */
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  /** The server cannot be reached; on this device. */
  | { state: 'offline' }
  /** The server refused it; on this device. */
  | { state: 'failed'; text: string }
  /** This device cannot store drafts. */
  | { state: 'unstored' };

/** The stored text differs from the base of a save. Both texts are stored until the person decides. */
export type TextConflict<Stored> =
  | { kind: 'changed'; theirs: Stored }
  /** The text cannot be changed any more: a meeting note that was sent. */
  | { kind: 'frozen'; theirs: Stored }
  | { kind: 'deleted' };

/** The state that an editor shows. */
export interface TextSessionState<Values, Stored> {
  /** False until the draft was looked up on this device: show a skeleton. */
  ready: boolean;
  values: Values;
  /** Increments when something other than typing replaced `values`. */
  revision: number;
  /** The stored text that this one is based on; null for a new one. */
  stored: Stored | null;
  /** Whether there is text that the server does not have. */
  dirty: boolean;
  /** The stored text before this session saved anything; null when this session created it. */
  original: Stored | null;
  /** Whether this session saved text to the server, which `revert` undoes. */
  savedHere: boolean;
  save: TextSaveStatus;
  /** When the restored text was typed; null when nothing was restored. */
  restoredFrom: Date | null;
  /** The text changed on the server while there is unsaved text here. */
  behind: boolean;
  conflict: TextConflict<Stored> | null;
  /** The merged text of the conflict, unsaved; null before the person types one. */
  merged: Values | null;
}

/** The dependencies of a session. */
export interface TextSessionOptions<Values, Stored> {
  /** Unique among all people who use this browser. */
  owner: string;
  /** The subject that the session looks for drafts under. */
  subject: string;
  /** Returns the subject of the draft once the text is stored: different for two texts of one editor. */
  subjectOf(stored: Stored): string;
  stored: Stored | null;
  /** The initial values of a new text. */
  initial: Values;
  /** Returns whether two texts have the same content. */
  isSame(a: Values, b: Values): boolean;
  /** Returns whether the editor continues a draft of its subject; false leaves it for another editor. */
  accepts?: (draft: TextDraft<Values, Stored>) => boolean;
  /** Returns whether the stored text cannot be changed any more. */
  isFrozen?(stored: Stored): boolean;
  /** Creates the text; the same key returns the same one, with all changes since. @throws AppError */
  create(values: Values, key: string): Promise<Stored>;
  /** Changes the text if it still has this version. @throws AppError CONFLICT when it does not */
  update(stored: Stored, values: Values): Promise<Stored>;
  /** Deletes a text that this session created. @throws AppError */
  remove(stored: Stored): Promise<void>;
  /** Reads the stored text, bypassing the cache; null when there is none. @throws AppError */
  load(): Promise<Stored | null>;
  /** Saves valid text after this pause in typing. */
  autosaveMs: number;
  isValid(values: Values): Promise<boolean>;
  onSaved(stored: Stored, created: boolean): void;
}

/** Returns the state of a session that was not opened yet. */
export function initialState<Values, Stored extends StoredText<Values>>({
  stored,
  initial,
}: Pick<TextSessionOptions<Values, Stored>, 'stored' | 'initial'>): TextSessionState<Values, Stored> {
  return {
    ready: false,
    values: stored?.values ?? initial,
    revision: 0,
    stored,
    dirty: false,
    original: stored,
    savedHere: false,
    save: { state: 'idle' },
    restoredFrom: null,
    behind: false,
    conflict: null,
    merged: null,
  };
}

/**
 * Returns the state that shows a restored draft.
 * @param newest the text as the server has it; null for a new one
 */
export function restoredState<Values, Stored extends StoredText<Values>>(
  { values, base, attempt, changedAt, merged = null }: TextDraft<Values, Stored>,
  newest: Stored | null,
  isSame: (a: Values, b: Values) => boolean,
) {
  // The save without a response did arrive.
  const hasArrived = newest !== null && attempt !== null && isSame(newest.values, attempt.values);
  const stored = hasArrived ? newest : base;
  return {
    values,
    stored,
    dirty: true,
    save: { state: 'stored' },
    restoredFrom: new Date(changedAt),
    merged,
    behind: newest !== null && newest.version !== stored?.version,
  } satisfies Partial<TextSessionState<Values, Stored>>;
}

/**
 * Returns the state that shows the server's version in place of unsaved text.
 * @param newest the text as the server has it; null for a new one
 */
export function newestState<Values, Stored extends StoredText<Values>>(
  { ready, revision, stored, original, savedHere, conflict }: TextSessionState<Values, Stored>,
  newest: Stored | null,
  initial: Values,
): TextSessionState<Values, Stored> {
  // A deleted text stays on the screen as it was.
  const shown = conflict?.kind === 'deleted' ? stored : newest;
  return {
    ...initialState({ stored: shown, initial }),
    ready,
    revision: revision + 1,
    ...(conflict === null && shown === stored && { original, savedHere }),
  };
}

/** Returns the state in which discarded text is shown again. @param newest the text as the server has it */
export function undoneState<Values, Stored extends StoredText<Values>>(
  { values, stored, restoredFrom, merged }: TextSessionState<Values, Stored>,
  newest: Stored | null,
) {
  return {
    values,
    stored,
    dirty: true,
    save: { state: 'stored' },
    restoredFrom,
    merged,
    behind: newest?.version !== stored?.version,
  } satisfies Partial<TextSessionState<Values, Stored>>;
}

/**
 * Returns the state after a save. Text that was typed since then is unsaved.
 * @param response the text as the server has it
 * @param sent the values of the save
 */
export function acceptedState<Values, Stored extends StoredText<Values>>(
  state: TextSessionState<Values, Stored>,
  response: Stored,
  sent: Values,
  options: Pick<TextSessionOptions<Values, Stored>, 'initial' | 'isSame' | 'isFrozen'>,
): Partial<TextSessionState<Values, Stored>> {
  const typedSince = !options.isSame(state.values, sent);
  // An earlier try created the text, and its response was lost.
  const isContinuedElsewhere =
    state.stored === null && response.version !== FIRST_VERSION && !options.isSame(response.values, sent);
  if (isContinuedElsewhere && typedSince) {
    const created = { ...response, version: FIRST_VERSION, values: sent };
    return { ...conflictState(response, options), stored: created };
  }
  if (isContinuedElsewhere) {
    return { ...newestState(state, response, options.initial), save: { state: 'saved', at: new Date() } };
  }
  return {
    stored: response,
    dirty: typedSince,
    savedHere: true,
    behind: false,
    conflict: null,
    merged: null,
    restoredFrom: null,
    save: typedSince ? { state: 'saving' } : { state: 'saved', at: new Date() },
  };
}

/** Returns the state in which the text that resolves a conflict is saved over the server's version. */
export function resolvedState<Values, Stored>(values: Values, theirs: Stored | null) {
  return {
    values,
    dirty: true,
    stored: theirs,
    original: theirs,
    savedHere: false,
    conflict: null,
    merged: null,
    behind: false,
  } satisfies Partial<TextSessionState<Values, Stored>>;
}

/** Returns what a draft of the text contains. */
export function draftOf<Values extends TextValues, Stored>(
  { values, stored, merged }: TextSessionState<Values, Stored>,
  attempt: SaveAttempt<Values> | null,
  options: Pick<TextSessionOptions<Values, Stored>, 'subject' | 'subjectOf'>,
): DraftContent<TextDraft<Values, Stored>> {
  return {
    title: values.title.trim(),
    subject: stored === null ? options.subject : options.subjectOf(stored),
    values,
    base: stored,
    attempt,
    merged,
  };
}

/** Returns the state of the text after a keystroke. */
export function statusWhileTyping(save: TextSaveStatus): TextSaveStatus {
  if (save.state === 'saving' || save.state === 'unstored' || save.state === 'offline') return save;
  return { state: navigator.onLine ? 'stored' : 'offline' };
}

/** Returns the newer one of two versions of a text: the given one if both have the same number. */
export function newerText<Stored extends { version: number }>(given: Stored, known: Stored | null): Stored {
  return known !== null && known.version > given.version ? known : given;
}

/** Returns the state that asks the person about the stored text; null when it was deleted. */
export function conflictState<Values, Stored>(
  theirs: Stored | null,
  { isFrozen }: Pick<TextSessionOptions<Values, Stored>, 'isFrozen'>,
) {
  const conflict: TextConflict<Stored> =
    theirs === null
      ? { kind: 'deleted' }
      : { kind: isFrozen?.(theirs) === true ? 'frozen' : 'changed', theirs };
  return { save: { state: 'stored' }, conflict } satisfies Partial<TextSessionState<Values, Stored>>;
}
