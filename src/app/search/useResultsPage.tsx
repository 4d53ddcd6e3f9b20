import { BookOpen, Circle, ListTodo, Lock, NotebookPen, Plus, School, TextSearch } from 'lucide-react';
import { useMemo } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import { SEARCH_LENGTH } from '#shared/search/rules.ts';
import { isShownInDrawer, type Me } from '#shared/users/responses.ts';
import { defaultListState, writeListState } from '#src/features/notes/list-state.ts';
import type { NoteSummary } from '#src/features/notes/queries.ts';
import { DueDate } from '#src/features/tasks/components/DueDate.tsx';
import { momentInWords } from '#src/lib/dates/relative-time.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { CommandChoice, CommandChoices, type CommandPage } from '#src/ui/overlays/CommandPalette.tsx';
import { taskPath } from '#src/features/tasks/components/task-link.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { actionsFor, type Command, type CommandAction, pagesFor } from './commands.ts';
import { resultCountText } from './count.ts';
import { FoundNothing, NotSearched, RowsToCome } from './search-pages.tsx';
import { type Search, useSearch } from './useSearch.ts';

/** The maximum number of pinned people shown before anything is typed. */
const MAX_PINNED = 3;

/** Returns the address of the notes list with the same search, by all authors. */
function allNotesPath(searchText: string): string {
  const state = { ...defaultListState, search: searchText, authors: new Set(['me', 'others'] as const) };
  return `${paths.notes}?${writeListState(state).toString()}`;
}

/** Joins the non-empty parts. */
function inOneLine(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

const both = onFirstUse(() => new Intl.ListFormat('en-US'));

/** Returns the message for failed searches (API-013). */
function failureMessage({ what, isOffline }: NonNullable<Search['failure']>): string {
  const parts = both().format(what);
  return isOffline
    ? `Search error: you’re offline, so ${parts} can’t be searched. Pages and actions still work.`
    : `Search error: could not search ${parts}.`;
}

/** Returns the first page of the search: results for the text, and frequent commands before anything is typed. */
export function useResultsPage({
  me,
  initialText,
  perform,
  addTask,
}: {
  me: Me;
  initialText: string;
  perform: (action: CommandAction) => void;
  addTask: (line: string) => void;
}): CommandPage {
  const pages = useMemo(() => pagesFor(me), [me]);
  const actions = useMemo(() => actionsFor(me), [me]);
  const search = useSearch({ me, pages, actions, initialText });
  const { searchText, found, failure, isWaiting, isAsking } = search;
  const hasStudents = me.capabilities.includes('list_students');
  const go = (to: string) => () => perform({ kind: 'go', to });

  /** Returns the student or the author of a note, and when it changed. */
  const contextOfNote = ({ user, student, updatedAt, meetingNote }: NoteSummary) =>
    inOneLine(
      user.pk === me.pk ? student?.fullName : `By ${user.fullName}`,
      meetingNote?.sent === false && 'Not sent',
      momentInWords(new Date(updatedAt)),
    );

  const commands = (title: string, all: readonly Command[]) =>
    all.length > 0 && (
      <CommandChoices title={title}>
        {all.map(({ label, icon: Icon, shortcut, action }) => (
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
  const people = (
    title: string,
    all: readonly {
      pk: number;
      fullName: string;
      picture?: string | null;
      role?: Role;
      disabled?: boolean;
    }[],
  ) =>
    all.length > 0 && (
      <CommandChoices title={title}>
        {all.map(({ pk, fullName, picture, role, disabled }) => (
          <CommandChoice
            key={pk}
            id={`person ${pk}`}
            icon={<Avatar name={fullName} picture={picture} size="small" />}
            label={fullName}
            match={searchText}
            detail={inOneLine(role && ROLE_NAMES[role], disabled && 'Disabled')}
            onChoose={go(paths.user(pk))}
          />
        ))}
      </CommandChoices>
    );

  const pinned = me.pinned_users.filter(isShownInDrawer).slice(0, MAX_PINNED);
  const nothingTyped = (
    <>
      {commands('Actions', found.actions)}
      {commands('Go to', found.pages)}
      {people(
        'Pinned',
        pinned.map(({ pk, full_name, picture = null }) => ({ pk, fullName: full_name, picture })),
      )}
    </>
  );

  const count = Object.values(found).reduce((sum, { length }) => sum + length, 0);
  const isNothing = searchText !== '' && count === 0 && !isWaiting && failure === null;
  // Local results come first, so that nothing moves when roadmaps, tasks and notes arrive.
  const results = (
    <>
      {people('Students', found.students)}
      {found.lists.length > 0 && (
        <CommandChoices title="Lists">
          {found.lists.map((list) => (
            <CommandChoice
              key={list.pk}
              id={`list ${list.pk}`}
              icon={list.private ? <Lock /> : <ListTodo />}
              label={list.name}
              match={searchText}
              detail={inOneLine(list.user_id !== me.pk && list.user_full_name, list.private && 'Private')}
              onChoose={go(
                list.user_id === me.pk
                  ? paths.taskList(list.slug)
                  : paths.userTaskList(list.user_id, list.slug),
              )}
            />
          ))}
        </CommandChoices>
      )}
      {commands('Go to', found.pages)}
      {commands('Actions', found.actions)}
      {found.roadmap.length > 0 && (
        <CommandChoices title="Roadmap">
          {found.roadmap.map(({ id, kind, name, student, path }) => (
            <CommandChoice
              key={id}
              id={`roadmap ${id}`}
              icon={kind === 'college' ? <School /> : <BookOpen />}
              label={name}
              match={searchText}
              detail={inOneLine(student, kind === 'college' ? 'College' : 'Class')}
              onChoose={go(path)}
            />
          ))}
        </CommandChoices>
      )}
      {found.tasks.length > 0 && (
        <CommandChoices title="Open tasks">
          {found.tasks.map((task) => (
            <CommandChoice
              key={task.pk}
              id={`task ${task.pk}`}
              icon={<Circle />}
              label={task.name}
              match={searchText}
              detail={inOneLine(
                task.userPk !== me.pk && search.nameOf(task.userPk),
                task.containingList.name,
              )}
              aside={task.dueAt && <DueDate dueAt={task.dueAt} />}
              onChoose={go(taskPath(task, me.pk))}
            />
          ))}
        </CommandChoices>
      )}
      {people(
        'People',
        found.people.map(({ full_name: fullName, ...person }) => ({ ...person, fullName })),
      )}
      {found.notes.length > 0 && (
        <CommandChoices title="Notes">
          {found.notes.map((note) => (
            <CommandChoice
              key={note.pk}
              id={`note ${note.pk}`}
              icon={<NotebookPen />}
              label={note.title}
              match={searchText}
              detail={contextOfNote(note)}
              onChoose={go(paths.note(note.pk))}
            />
          ))}
          {search.hasMoreNotes && (
            <CommandChoice
              id="all notes"
              icon={<TextSearch />}
              label={`All notes with “${searchText}”`}
              onChoose={go(allNotesPath(searchText))}
            />
          )}
        </CommandChoices>
      )}
      {isNothing && (
        <CommandChoices title="Actions">
          <CommandChoice
            id="add as task"
            icon={<Plus />}
            label={`Add “${searchText}” as a task`}
            onChoose={() => addTask(searchText)}
          />
        </CommandChoices>
      )}
    </>
  );

  let status = searchText === '' || isWaiting ? '' : resultCountText(count);
  if (isNothing) status = `Nothing found for “${searchText}”`;
  else if (failure !== null) status = failureMessage(failure);

  return {
    title: 'Search',
    placeholder: hasStudents ? 'Search tasks, students, notes and pages' : 'Search tasks, notes and pages',
    text: search.text,
    onText: search.type,
    maxLength: SEARCH_LENGTH,
    busy: isAsking,
    status,
    above: isNothing && <FoundNothing>{`Nothing found for “${searchText}”`}</FoundNothing>,
    children: searchText === '' ? nothingTyped : results,
    below: (
      <>
        {isAsking &&
          failure === null &&
          found.tasks.length + found.notes.length + found.people.length === 0 && <RowsToCome />}
        {failure !== null && (
          <NotSearched isOffline={failure.isOffline} retrying={isAsking} onRetry={search.retry}>
            {failureMessage(failure)}
          </NotSearched>
        )}
      </>
    ),
  };
}
