import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { NOTE_LIMITS } from '#shared/notes/limits.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { DraftBanner } from '#src/ui/DraftBanner.tsx';
import { RichTextEditor } from '#src/ui/RichTextEditor.tsx';
import { showSuccess } from '#src/ui/snackbar.ts';
import { TextField } from '#src/ui/TextField.tsx';
import { draftSubject, type NoteValues, type StoredNote } from '../drafts/note-draft.ts';
import type { NoteSaveStatus } from '../drafts/note-session-state.ts';
import { findNoteErrors, useNoteCheck } from '../drafts/useNoteCheck.ts';
import { useNoteSession } from '../drafts/useNoteSession.ts';
import { useCreateNote, useUpdateNote } from '../mutations.ts';
import { type NoteDetail, noteQueries } from '../queries.ts';
import { NoteEditorSkeleton, FieldSkeleton } from './NoteEditorSkeleton.tsx';
import type { StudentChoice } from './StudentField.tsx';

// What a note needs seldom, or not in the extension's panel, comes in chunks of its own.
const NoteConflictScreen = lazy(async () => ({
  default: (await import('./NoteConflictScreen.tsx')).NoteConflictScreen,
}));
const StudentField = lazy(async () => ({ default: (await import('./StudentField.tsx')).StudentField }));

/** What the buttons around an editor work with. */
export interface NoteEditorControls {
  save: NoteSaveStatus;
  /** Whether there is text that the server does not have. */
  dirty: boolean;
  saving: boolean;
  /** The note as the server has it, when it has one. */
  stored: StoredNote | null;
  /** Checks the fields, then brings the text to the server; null when it is not there (the editor says why). */
  submit(): Promise<StoredNote | null>;
  /** Takes the unsaved text away; the answered function brings it back. */
  discard(): () => void;
}

export interface NoteEditorProps {
  /** Whose drafts are kept here: unique among all people who may use this browser. On the web the person's pk. */
  owner: string;
  /** The note to edit; null for a new one. */
  note: NoteDetail | null;
  /** The booking that this is the meeting note of; null for a plain note. */
  simplybookId: number | null;
  /** What a new note starts with, such as the template of meeting notes. */
  initial?: Partial<NoteValues>;
  /** Whom a plain note can be about; left out for a meeting note. */
  students?: readonly StudentChoice[];
  /** Takes the height of its flex parent: for the side panel. */
  fill?: boolean;
  /** Saves to the server by itself when typing rests; else only when asked. */
  autosave?: boolean;
  /** The server has the text. `created` when the note was made by this. */
  onSaved?: (note: StoredNote, created: boolean) => void;
  /** The bar under the editor: buttons, save state. */
  actions: (controls: NoteEditorControls) => ReactNode;
}

/** Typing rests this long before the editor saves to the server by itself. */
const AUTOSAVE_MS = 2_000;

/** The editable part of a note. */
export function toStoredNote(note: NoteDetail): StoredNote {
  return {
    id: note.id,
    pk: note.pk,
    version: note.version,
    sent: note.meetingNote?.sent ?? false,
    values: {
      title: note.title,
      body: note.body,
      studentId: note.isMeetingNote ? null : (note.student?.id ?? null),
    },
  };
}

/** What this editor's drafts are filed under; also the `key` that its owner must give it. */
export function noteEditorKey({
  owner,
  note,
  simplybookId,
}: Pick<NoteEditorProps, 'owner' | 'note' | 'simplybookId'>) {
  const subject =
    simplybookId !== null
      ? draftSubject.meeting(simplybookId)
      : note === null
        ? draftSubject.newNote
        : draftSubject.note(note.pk);
  return `${owner}/${subject}`;
}

/**
 * Writes one note: name, student, text. Every change is on this device as it is typed and survives whatever happens
 * to the page; the server gets it by `submit()` or by itself. The web form and the extension's side panel share it.
 */
export function NoteEditor(props: NoteEditorProps) {
  return <Editor key={noteEditorKey(props)} {...props} />;
}

function Editor({
  owner,
  note,
  simplybookId,
  initial,
  students,
  fill = false,
  autosave = false,
  onSaved,
  actions,
}: NoteEditorProps) {
  const client = useQueryClient();
  const createNote = useCreateNote();
  const updateNote = useUpdateNote();
  const stored = useMemo(() => (note === null ? null : toStoredNote(note)), [note]);
  const start = useRef<NoteValues>({ title: '', body: emptyRichText, studentId: null, ...initial });
  const latestPk = useRef(note?.pk ?? null);

  const [state, session] = useNoteSession({
    owner,
    subject: noteEditorKey({ owner, note, simplybookId }).slice(owner.length + 1),
    stored,
    initial: start.current,
    create: async (values, key) =>
      toStoredNote(await createNote.mutateAsync({ values: trimmed(values), simplybookId, key })),
    update: async (base, values) =>
      toStoredNote(
        await updateNote.mutateAsync({
          id: base.id,
          version: base.version,
          values: trimmed(values),
          isMeetingNote: simplybookId !== null,
        }),
      ),
    load: async () => {
      const pk = latestPk.current;
      if (pk === null) return null;
      return toStoredNote(await client.fetchQuery({ ...noteQueries.detail(pk), staleTime: 0, retry: false }));
    },
    autosaveMs: autosave ? AUTOSAVE_MS : null,
    isValid: async (values) => Object.keys(await findNoteErrors(values)).length === 0,
    onSaved: (saved, created) => onSaved?.(saved, created),
  });
  latestPk.current = state.stored?.pk ?? note?.pk ?? null;

  const check = useNoteCheck(state);
  const titleInput = useRef<HTMLInputElement>(null);
  const change = (part: Partial<NoteValues>) => session.change({ ...session.read().values, ...part });

  const submit = async (): Promise<StoredNote | null> => {
    const errors = await check.all(session.read().values);
    if (errors.title !== undefined) titleInput.current?.focus();
    return Object.keys(errors).length === 0 ? session.save() : null;
  };

  const submitLatest = useRef(submit);
  submitLatest.current = submit;
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.shiftKey || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      void submitLatest.current();
    };
    document.addEventListener('keydown', saveByKey);
    return () => document.removeEventListener('keydown', saveByKey);
  }, []);

  if (!state.ready) return <NoteEditorSkeleton fill={fill} withStudent={students !== undefined} />;
  if (state.conflict !== null) {
    return (
      <Suspense fallback={<NoteEditorSkeleton fill={fill} withStudent={false} />}>
        <NoteConflictScreen
          conflict={state.conflict}
          mine={state.values}
          onResolve={(values) => void session.resolve(values)}
          onTakeTheirs={() => {
            const undo = session.discard();
            showSuccess('Your version was discarded', { label: 'Undo', onSelect: undo });
          }}
          onPostpone={() => session.postpone()}
        />
      </Suspense>
    );
  }

  const { title, body, studentId } = state.values;
  return (
    <form
      noValidate
      aria-label={note === null ? 'New note' : 'Edit note'}
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
        onBlur={() => check.left('title')}
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
        onBlur={() => check.left('body')}
        onChange={(typed) => change({ body: typed })}
      />
      {actions({
        save: state.save,
        dirty: state.dirty,
        saving: state.save.state === 'saving',
        stored: state.stored,
        submit,
        discard: () => session.discard(),
      })}
    </form>
  );
}

function trimmed(values: NoteValues): NoteValues {
  return { ...values, title: values.title.trim() };
}
