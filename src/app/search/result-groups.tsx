import { BookOpen, Circle, ListTodo, Lock, NotebookPen, School, TextSearch } from 'lucide-react';
import type { ComponentProps } from 'react';
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

/** One result; its search text is the group's. */
type Choice = Omit<ComponentProps<typeof CommandChoice>, 'match' | 'onChoose'> & {
  /** What choosing it does: an action, or the address of a page. */
  opens: CommandAction | string;
};

/** A group of results; nothing when there are none. */
function ResultGroup({
  title,
  choices,
  searchText,
  perform,
}: GroupProps & { title: string; choices: readonly Choice[] }) {
  if (choices.length === 0) return null;
  return (
    <CommandChoices title={title}>
      {choices.map(({ opens, ...choice }) => (
        <CommandChoice
          key={choice.id}
          {...choice}
          match={searchText}
          onChoose={() => perform(typeof opens === 'string' ? { kind: 'go', to: opens } : opens)}
        />
      ))}
    </CommandChoices>
  );
}

/** Pages or actions. */
export function CommandResults({
  title,
  commands,
  ...group
}: GroupProps & { title: string; commands: readonly Command[] }) {
  const choices = commands.map(({ label, icon: Icon, shortcut, action }) => ({
    id: `command ${label}`,
    icon: <Icon />,
    label,
    shortcut,
    opens: action,
  }));
  return <ResultGroup title={title} choices={choices} {...group} />;
}

/** People, with their role if known. */
export function PersonResults({
  title,
  people,
  ...group
}: GroupProps & { title: string; people: readonly Person[] }) {
  const choices = people.map(({ pk, fullName, picture, role, disabled }) => ({
    id: `person ${pk}`,
    icon: <Avatar name={fullName} picture={picture} size="small" />,
    label: fullName,
    detail: inOneLine(role && ROLE_NAMES[role], disabled && 'Disabled'),
    opens: paths.user(pk),
  }));
  return <ResultGroup title={title} choices={choices} {...group} />;
}

/** Lists of tasks, with the name of another owner. */
export function ListResults({
  lists,
  viewerPk,
  ...group
}: GroupProps & { lists: readonly ListResponse[]; viewerPk: number }) {
  const choices = lists.map((list) => {
    const { pk, slug, name, user_id: ownerPk } = list;
    const isOwn = ownerPk === viewerPk;
    return {
      id: `list ${pk}`,
      icon: list.private ? <Lock /> : <ListTodo />,
      label: name,
      detail: inOneLine(!isOwn && list.user_full_name, list.private && 'Private'),
      opens: isOwn ? paths.taskList(slug) : paths.userTaskList(ownerPk, slug),
    };
  });
  return <ResultGroup title="Lists" choices={choices} {...group} />;
}

/** Colleges and classes. */
export function RoadmapResults({ entries, ...group }: GroupProps & { entries: readonly RoadmapEntry[] }) {
  const choices = entries.map(({ id, kind, name, student, path }) => ({
    id: `roadmap ${id}`,
    icon: kind === 'college' ? <School /> : <BookOpen />,
    label: name,
    detail: inOneLine(student, kind === 'college' ? 'College' : 'Class'),
    opens: path,
  }));
  return <ResultGroup title="Roadmap" choices={choices} {...group} />;
}

/** Open tasks, with their list and the name of another owner. */
export function TaskResults({
  tasks,
  viewerPk,
  nameOf,
  ...group
}: GroupProps & {
  tasks: readonly UpcomingTask[];
  viewerPk: number;
  /** Returns the name of one of the viewer's students. */
  nameOf: (studentPk: number) => string | undefined;
}) {
  const choices = tasks.map((task) => ({
    id: `task ${task.pk}`,
    icon: <Circle />,
    label: task.name,
    detail: inOneLine(task.userPk !== viewerPk && nameOf(task.userPk), task.containingList.name),
    aside: task.dueAt && <DueDate dueAt={task.dueAt} />,
    opens: taskPath(task, viewerPk),
  }));
  return <ResultGroup title="Open tasks" choices={choices} {...group} />;
}

/** Notes, each with its student or author and when it changed. */
export function NoteResults({
  notes,
  hasMore,
  viewerPk,
  ...group
}: GroupProps & {
  notes: readonly NoteSummary[];
  /** Adds a link to all notes with the search text. */
  hasMore: boolean;
  viewerPk: number;
}) {
  const choices: Choice[] = notes.map(({ pk, title, user, student, updatedAt, meetingNote }) => ({
    id: `note ${pk}`,
    icon: <NotebookPen />,
    label: title,
    detail: inOneLine(
      user.pk === viewerPk ? student?.fullName : `By ${user.fullName}`,
      meetingNote?.sent === false && 'Not sent',
      momentInWords(new Date(updatedAt)),
    ),
    opens: paths.note(pk),
  }));
  if (choices.length > 0 && hasMore) {
    const { searchText } = group;
    choices.push({
      id: 'all notes',
      icon: <TextSearch />,
      label: `All notes with “${searchText}”`,
      opens: allNotesPath(searchText),
    });
  }
  return <ResultGroup title="Notes" choices={choices} {...group} />;
}
