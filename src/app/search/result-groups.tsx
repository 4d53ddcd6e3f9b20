import { BookOpen, Circle, ListTodo, Lock, NotebookPen, School, TextSearch } from 'lucide-react';
import { paths } from '#shared/kernel/paths.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import type { ListResponse } from '#shared/tasks/responses.ts';
import { defaultListState, writeListState } from '#src/features/notes/list-state.ts';
import type { NoteSummary } from '#src/features/notes/queries.ts';
import { DueDate } from '#src/features/tasks/components/DueDate.tsx';
import { taskPath } from '#src/features/tasks/components/task-link.tsx';
import type { UpcomingTask } from '#src/features/tasks/queries.ts';
import { momentInWords } from '#src/lib/dates/relative-time.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { CommandChoice, CommandChoices } from '#src/ui/overlays/CommandPalette.tsx';
import type { Command, CommandAction } from './commands.ts';
import type { RoadmapEntry } from './useRoadmapEntries.ts';

/** What every group of results needs. */
interface GroupProps {
  /** Highlighted in the results. */
  searchText: string;
  perform: (action: CommandAction) => void;
}

/** A person in the results. */
interface Person {
  pk: number;
  fullName: string;
  picture?: string | null;
  role?: Role;
  disabled?: boolean;
}

/** Returns the address of the notes list with the same search, by all authors. */
function allNotesPath(searchText: string): string {
  const state = { ...defaultListState, search: searchText, authors: new Set(['me', 'others'] as const) };
  return `${paths.notes}?${writeListState(state).toString()}`;
}

/** Joins the non-empty parts. */
function inOneLine(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Pages or actions. */
export function CommandResults({
  title,
  commands,
  searchText,
  perform,
}: GroupProps & { title: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <CommandChoices title={title}>
      {commands.map(({ label, icon: Icon, shortcut, action }) => (
        <CommandChoice
          key={label}
          id={`command ${label}`}
          icon={<Icon />}
          label={label}
          match={searchText}
          shortcut={shortcut}
          onChoose={() => perform(action)}
        />
      ))}
    </CommandChoices>
  );
}

/** People, with their role if known. */
export function PersonResults({
  title,
  people,
  searchText,
  perform,
}: GroupProps & { title: string; people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <CommandChoices title={title}>
      {people.map(({ pk, fullName, picture, role, disabled }) => (
        <CommandChoice
          key={pk}
          id={`person ${pk}`}
          icon={<Avatar name={fullName} picture={picture} size="small" />}
          label={fullName}
          match={searchText}
          detail={inOneLine(role && ROLE_NAMES[role], disabled && 'Disabled')}
          onChoose={() => perform({ kind: 'go', to: paths.user(pk) })}
        />
      ))}
    </CommandChoices>
  );
}

/** Lists of tasks, with the name of another owner. */
export function ListResults({
  lists,
  viewerPk,
  searchText,
  perform,
}: GroupProps & { lists: readonly ListResponse[]; viewerPk: number }) {
  if (lists.length === 0) return null;
  const pathOf = ({ user_id: ownerPk, slug }: ListResponse) =>
    ownerPk === viewerPk ? paths.taskList(slug) : paths.userTaskList(ownerPk, slug);
  return (
    <CommandChoices title="Lists">
      {lists.map((list) => (
        <CommandChoice
          key={list.pk}
          id={`list ${list.pk}`}
          icon={list.private ? <Lock /> : <ListTodo />}
          label={list.name}
          match={searchText}
          detail={inOneLine(list.user_id !== viewerPk && list.user_full_name, list.private && 'Private')}
          onChoose={() => perform({ kind: 'go', to: pathOf(list) })}
        />
      ))}
    </CommandChoices>
  );
}

/** Colleges and classes. */
export function RoadmapResults({
  entries,
  searchText,
  perform,
}: GroupProps & { entries: readonly RoadmapEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <CommandChoices title="Roadmap">
      {entries.map(({ id, kind, name, student, path }) => (
        <CommandChoice
          key={id}
          id={`roadmap ${id}`}
          icon={kind === 'college' ? <School /> : <BookOpen />}
          label={name}
          match={searchText}
          detail={inOneLine(student, kind === 'college' ? 'College' : 'Class')}
          onChoose={() => perform({ kind: 'go', to: path })}
        />
      ))}
    </CommandChoices>
  );
}

/** Open tasks, with their list and the name of another owner. */
export function TaskResults({
  tasks,
  viewerPk,
  nameOf,
  searchText,
  perform,
}: GroupProps & {
  tasks: readonly UpcomingTask[];
  viewerPk: number;
  /** Returns the name of one of the viewer's students. */
  nameOf: (studentPk: number) => string | undefined;
}) {
  if (tasks.length === 0) return null;
  return (
    <CommandChoices title="Open tasks">
      {tasks.map((task) => (
        <CommandChoice
          key={task.pk}
          id={`task ${task.pk}`}
          icon={<Circle />}
          label={task.name}
          match={searchText}
          detail={inOneLine(task.userPk !== viewerPk && nameOf(task.userPk), task.containingList.name)}
          aside={task.dueAt && <DueDate dueAt={task.dueAt} />}
          onChoose={() => perform({ kind: 'go', to: taskPath(task, viewerPk) })}
        />
      ))}
    </CommandChoices>
  );
}

/** Notes, each with its student or author and when it changed. */
export function NoteResults({
  notes,
  hasMore,
  viewerPk,
  searchText,
  perform,
}: GroupProps & {
  notes: readonly NoteSummary[];
  /** Adds a link to all notes with the search text. */
  hasMore: boolean;
  viewerPk: number;
}) {
  if (notes.length === 0) return null;
  const detailOf = ({ user, student, updatedAt, meetingNote }: NoteSummary) =>
    inOneLine(
      user.pk === viewerPk ? student?.fullName : `By ${user.fullName}`,
      meetingNote?.sent === false && 'Not sent',
      momentInWords(new Date(updatedAt)),
    );
  return (
    <CommandChoices title="Notes">
      {notes.map((note) => (
        <CommandChoice
          key={note.pk}
          id={`note ${note.pk}`}
          icon={<NotebookPen />}
          label={note.title}
          match={searchText}
          detail={detailOf(note)}
          onChoose={() => perform({ kind: 'go', to: paths.note(note.pk) })}
        />
      ))}
      {hasMore && (
        <CommandChoice
          id="all notes"
          icon={<TextSearch />}
          label={`All notes with “${searchText}”`}
          onChoose={() => perform({ kind: 'go', to: allNotesPath(searchText) })}
        />
      )}
    </CommandChoices>
  );
}
