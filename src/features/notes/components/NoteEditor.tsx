import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { NOTE_LIMITS } from '#shared/notes/limits.ts';
import type { TextSaveStatus } from '#src/lib/drafts/text-session-state.ts';
import { useSaveShortcut } from '#src/lib/useSaveShortcut.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { RichTextEditor } from '#src/ui/rich-text/RichTextEditor.tsx';
import { conflictActions } from '#src/ui/feedback/conflict-actions.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { NoteValues, StoredNote } from '../drafts/note-draft.ts';
import { useNoteCheck } from '../drafts/useNoteCheck.ts';
import { type NoteSessionOptions, useNoteSession } from '../drafts/useNoteSession.ts';
import { NoteEditorSkeleton, FieldSkeleton } from './NoteEditorSkeleton.tsx';
import type { StudentChoice } from './StudentField.tsx';

// Rarely needed, or not in the extension's panel: separate chunks.
const NoteConflictScreen = lazy(async () => ({
  default: (await import('./NoteConflictScreen.tsx')).NoteConflictScreen,
}));
const StudentField = lazy(async () => ({ default: (await import('./StudentField.tsx')).StudentField }));

/** The state and actions of an editor, for the buttons around it. */
export interface NoteEditorControls {
  save: TextSaveStatus;
  /** Whether there is text that the server does not have. */
  dirty: boolean;
  saving: boolean;
  /** The note as the server has it, when it has one. */
  stored: StoredNote | null;
  /** The text as the editor shows it. */
  values: NoteValues;
  /** Whether anything changed since the editor opened, here or on the server by this editor. */
  changed: boolean;
  /** Validates the fields and shows the errors. */
  check(): Promise<boolean>;
  /** Validates the fields and saves the text; null when it could not be saved (the editor shows why). */
  submit(): Promise<StoredNote | null>;
  /** Discards everything that changed since the editor opened; false when the server could not be reached. */
  revert(): Promise<boolean>;
}

/** The properties of {@link NoteEditor}. */
export interface NoteEditorProps extends NoteSessionOptions {
  /** The students that a plain note can be about; omitted for a meeting note. */
  students?: readonly StudentChoice[];
  /** Fills the height of its flex parent: for the side panel. */
  fill?: boolean;
  /** The bar under the editor: buttons, save state. */
  actions: (controls: NoteEditorControls) => ReactNode;
}

/**
 * Edits one note: name, student, text. Every change is stored on this device immediately, so it survives a closed page,
 * and saved to the server when typing pauses. The web form and the extension's side panel share it. Give it a `key`
 * that changes with the note, but stays when a new note is created.
 */
export function NoteEditor({ students, fill = false, actions, ...options }: NoteEditorProps) {
  const [state, session] = useNoteSession(options);
  const check = useNoteCheck(state);
  const titleInput = useRef<HTMLInputElement>(null);
  const change = (part: Partial<NoteValues>) => session.change({ ...session.read().values, ...part });

  const checkAll = async (): Promise<boolean> => {
    const errors = await check.checkAll(session.read().values);
    if (errors.title !== undefined) titleInput.current?.focus();
    return Object.keys(errors).length === 0;
  };
  const submit = async (): Promise<StoredNote | null> => ((await checkAll()) ? session.save() : null);

  useSaveShortcut(submit);

  if (!state.ready) return <NoteEditorSkeleton fill={fill} withStudent={students !== undefined} />;
  if (state.conflict !== null) {
    return (
      <Suspense fallback={<NoteEditorSkeleton fill={fill} withStudent={false} />}>
        <NoteConflictScreen
          conflict={state.conflict}
          mine={state.values}
          merged={state.merged}
          {...conflictActions(session)}
        />
      </Suspense>
    );
  }

  const { title, body, studentId } = state.values;
  return (
    <form
      noValidate
      aria-label={state.stored === null ? 'New note' : 'Edit note'}
      className={clsx('flex min-w-0 flex-col gap-4', fill && 'min-h-0 flex-1')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {state.restoredFrom !== null && (
        <DraftBanner restoredFrom={state.restoredFrom} onDiscard={() => session.discard()} />
      )}
      {state.behind && (
        <Banner tone="warning">
          Someone else edited this note. When you save, you will see both versions.
        </Banner>
      )}
      <TextField
        ref={titleInput}
        name="title"
        label="Name"
        required
        value={title}
        error={check.errors.title}
        hint={
          title.length > NOTE_LIMITS.title * 0.8
            ? `${title.length} of ${NOTE_LIMITS.title} characters`
            : undefined
        }
        onBlur={() => check.markVisited('title')}
        onChange={(event) => change({ title: event.target.value })}
      />
      {students !== undefined && (
        <Suspense fallback={<FieldSkeleton />}>
          <StudentField
            students={students}
            value={studentId}
            onChange={(chosen) => change({ studentId: chosen })}
          />
        </Suspense>
      )}
      <RichTextEditor
        label="Body"
        required
        fill={fill}
        value={body}
        error={check.errors.body}
        onBlur={() => check.markVisited('body')}
        onChange={(typed) => change({ body: typed })}
      />
      {actions({
        save: state.save,
        dirty: state.dirty,
        saving: state.save.state === 'saving',
        stored: state.stored,
        values: state.values,
        changed: state.dirty || state.savedHere,
        check: checkAll,
        submit,
        revert: () => session.revert(),
      })}
    </form>
  );
}
