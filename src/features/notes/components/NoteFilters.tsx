import { Search } from 'lucide-react';
import { NOTE_LIMITS } from '#shared/notes/limits.ts';
import type { NoteKind } from '#shared/notes/kinds.ts';
import { useSearchText } from '#src/lib/useSearchText.ts';
import { MultiSelect } from '#src/ui/fields/MultiSelect.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { NoteAuthor, NoteListState, SearchCategory } from '../list-state.ts';

const AUTHORS = [
  { value: 'me', label: 'Created by me' },
  { value: 'others', label: 'Created by others' },
];

const KINDS = [
  { value: '', label: 'All notes' },
  { value: 'MEETING_NOTE', label: 'Meeting notes' },
  { value: 'UNSENT_MEETING_NOTE', label: 'Not sent' },
];

const CATEGORIES = [
  { value: 'subject', label: 'Subject' },
  { value: 'body', label: 'Body' },
];

interface NoteFiltersProps {
  state: NoteListState;
  /** Shows the first page with another search or filter. */
  onChange: (change: Partial<NoteListState>) => void;
}

/** The search text and where to search (NOTE-010, NOTE-011). */
function NoteSearch({ state, onChange }: NoteFiltersProps) {
  const { text, setText, searchFor } = useSearchText(state.search, (search) => onChange({ search }));
  return (
    <form
      role="search"
      aria-label="Notes"
      className="flex min-w-0 flex-1 basis-64 gap-2 md:max-w-lg"
      onSubmit={(event) => {
        event.preventDefault();
        setText(text.trim());
        searchFor(text.trim());
      }}
    >
      <Select
        label="Search in"
        hideLabel
        className="w-28 shrink-0"
        options={CATEGORIES}
        value={state.category}
        onChange={(event) => onChange({ category: event.target.value as SearchCategory })}
      />
      <TextField
        label="Search notes"
        hideLabel
        type="search"
        enterKeyHint="search"
        className="flex-1"
        icon={<Search />}
        placeholder="Search notes"
        maxLength={NOTE_LIMITS.search}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (event.target.value === '' && state.search !== '') searchFor('');
        }}
      />
    </form>
  );
}

/** The search and the filters of the notes list (NOTE-010 to NOTE-013). */
export function NoteFilters({
  state,
  students,
  canWrite,
  onChange,
}: NoteFiltersProps & {
  /** The students that the list can be filtered by. */
  students: readonly { id: string; fullName: string }[];
  /** Whether the viewer writes notes, so that some can be unsent. */
  canWrite: boolean;
}) {
  const studentOptions = students.map(({ id, fullName }) => ({ value: id, label: fullName }));
  if (state.student !== null && !students.some(({ id }) => id === state.student)) {
    studentOptions.push({ value: state.student, label: 'One student' });
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <NoteSearch state={state} onChange={onChange} />
      <MultiSelect
        label="Filter Users"
        options={AUTHORS}
        value={state.authors}
        onChange={(authors) => onChange({ authors: authors as Set<NoteAuthor> })}
      />
      <Select
        label="Show"
        hideLabel
        className="max-md:grow"
        options={KINDS.filter(({ value }) => canWrite || value !== 'UNSENT_MEETING_NOTE')}
        value={state.kind ?? ''}
        onChange={(event) => onChange({ kind: (event.target.value || null) as NoteKind | null })}
      />
      {studentOptions.length > 0 && (
        <Select
          label="Student"
          hideLabel
          className="max-md:grow md:max-w-52"
          options={[{ value: '', label: 'All students' }, ...studentOptions]}
          value={state.student ?? ''}
          onChange={(event) => onChange({ student: event.target.value || null })}
        />
      )}
    </div>
  );
}
