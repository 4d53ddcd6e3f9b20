import type { NoteValues, StoredNote } from './note-draft.ts';

/** The state of the text. */
export type NoteSaveStatus =
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

/** The stored note differs from the base of a save. Both texts are stored until the person decides. */
export type NoteConflict =
  | { kind: 'changed'; theirs: StoredNote }
  /** The note was sent and cannot be changed. */
  | { kind: 'sent'; theirs: StoredNote }
  | { kind: 'deleted' };

/** The state that the note editor shows. */
export interface NoteSessionState {
  /** False until the draft was looked up on this device: show a skeleton. */
  ready: boolean;
  values: NoteValues;
  /** Increments when something other than typing replaced `values`. */
  revision: number;
  /** The stored note that this text is based on; null for a new note. */
  stored: StoredNote | null;
  /** Whether there is text that the server does not have. */
  dirty: boolean;
  /** The note before this session saved anything; null when this session created it. */
  original: StoredNote | null;
  /** Whether this session saved text to the server, which `revert` undoes. */
  savedHere: boolean;
  save: NoteSaveStatus;
  /** When the restored text was typed; null when nothing was restored. */
  restoredFrom: Date | null;
  /** The note changed on the server while there is unsaved text here. */
  behind: boolean;
  conflict: NoteConflict | null;
}

/** The dependencies of a session. */
export interface NoteSessionOptions {
  /** Unique among all people who use this browser. */
  owner: string;
  /** See draftSubject. */
  subject: string;
  stored: StoredNote | null;
  /** The initial values of a new note. */
  initial: NoteValues;
  /** Creates the note; the same key returns the same note. @throws AppError */
  create(values: NoteValues, key: string): Promise<StoredNote>;
  /** Changes the note if it still has this version. @throws AppError CONFLICT when it does not */
  update(stored: StoredNote, values: NoteValues): Promise<StoredNote>;
  /** Deletes a note that this session created. @throws AppError */
  remove(stored: StoredNote): Promise<void>;
  /** Reads the stored note, bypassing the cache; null when there is none. @throws AppError */
  load(): Promise<StoredNote | null>;
  /** Saves valid text after this pause in typing. */
  autosaveMs: number;
  isValid(values: NoteValues): Promise<boolean>;
  onSaved(note: StoredNote, created: boolean): void;
}
