import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { SEARCH_LENGTH } from '#shared/search/rules.ts';
import { isShownInDrawer, type Me } from '#shared/users/responses.ts';
import { CommandChoice, CommandChoices, type CommandPage } from '#src/ui/overlays/CommandPalette.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { actionsFor, type CommandAction, pagesFor } from './commands.ts';
import { resultCountText } from './count.ts';
import {
  CommandResults,
  ListResults,
  NoteResults,
  PersonResults,
  RoadmapResults,
  TaskResults,
} from './result-groups.tsx';
import { FoundNothing, NotSearched, ResultsSkeleton } from './search-pages.tsx';
import { type Search, useSearch } from './useSearch.ts';

/** The maximum number of pinned people shown before anything is typed. */
const MAX_PINNED = 3;

const listFormat = onFirstUse(() => new Intl.ListFormat('en-US'));

/** Returns the message for failed searches (API-013). */
function failureMessage({ what, isOffline }: NonNullable<Search['failure']>): string {
  const parts = listFormat().format(what);
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
  const group = { searchText, perform };

  const pinned = me.pinned_users.filter(isShownInDrawer).slice(0, MAX_PINNED);
  const nothingTyped = (
    <>
      <CommandResults title="Actions" commands={found.actions} {...group} />
      <CommandResults title="Go to" commands={found.pages} {...group} />
      <PersonResults
        title="Pinned"
        people={pinned.map(({ pk, full_name: fullName, picture = null }) => ({ pk, fullName, picture }))}
        {...group}
      />
    </>
  );

  const count = Object.values(found).reduce((sum, { length }) => sum + length, 0);
  const isNothing = searchText !== '' && count === 0 && !isWaiting && failure === null;
  // Local results come first, so that nothing moves when roadmaps, tasks and notes arrive.
  const results = (
    <>
      <PersonResults title="Students" people={found.students} {...group} />
      <ListResults lists={found.lists} viewerPk={me.pk} {...group} />
      <CommandResults title="Go to" commands={found.pages} {...group} />
      <CommandResults title="Actions" commands={found.actions} {...group} />
      <RoadmapResults entries={found.roadmap} {...group} />
      <TaskResults tasks={found.tasks} viewerPk={me.pk} nameOf={search.nameOf} {...group} />
      <PersonResults
        title="People"
        people={found.people.map(({ full_name: fullName, ...person }) => ({ ...person, fullName }))}
        {...group}
      />
      <NoteResults notes={found.notes} hasMore={search.hasMoreNotes} viewerPk={me.pk} {...group} />
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
          found.tasks.length + found.notes.length + found.people.length === 0 && <ResultsSkeleton />}
        {failure !== null && (
          <NotSearched isOffline={failure.isOffline} retrying={isAsking} onRetry={search.retry}>
            {failureMessage(failure)}
          </NotSearched>
        )}
      </>
    ),
  };
}
