import { NotebookPen, Search } from 'lucide-react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import type { NoteListState } from '../list-state.ts';

/** Explains why the list is empty, with the action that fills it. */
export function EmptyNoteList({
  state,
  canWrite,
  onChange,
}: {
  state: NoteListState;
  canWrite: boolean;
  onChange: (change: Partial<NoteListState>) => void;
}) {
  if (state.search !== '') {
    return (
      <EmptyState
        icon={<Search />}
        title="No note matches"
        action={<Button onClick={() => onChange({ search: '' })}>Clear search</Button>}
      >
        No {state.category} contains “{state.search}”.
      </EmptyState>
    );
  }
  if (state.kind !== null || state.student !== null) {
    return (
      <EmptyState
        icon={<NotebookPen />}
        title={state.kind === 'UNSENT_MEETING_NOTE' ? 'Every meeting note is sent' : 'No note matches'}
        action={<Button onClick={() => onChange({ kind: null, student: null })}>Show all notes</Button>}
      >
        No notes match the filters.
      </EmptyState>
    );
  }
  if (canWrite && !state.authors.has('others')) {
    return (
      <EmptyState
        icon={<NotebookPen />}
        title="No notes yet"
        action={
          <Button onClick={() => onChange({ authors: new Set([...state.authors, 'others']) })}>
            Show notes by others
          </Button>
        }
      >
        Notes about your students and meetings appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<NotebookPen />} title="No notes yet">
      {canWrite
        ? 'Notes you write or receive appear here.'
        : 'Meeting notes that mentors send you appear here.'}
    </EmptyState>
  );
}
