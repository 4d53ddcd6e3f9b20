import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOffline } from '#shared/kernel/errors.ts';
import {
  bestFirst,
  MATCH,
  matchOf,
  notesTitled,
  SEARCH_LENGTH,
  normalizeSearch,
} from '#shared/search/rules.ts';
import type { ListResponse } from '#shared/tasks/responses.ts';
import type { FoundUser } from '#shared/users/person.ts';
import type { Me } from '#shared/users/responses.ts';
import { noteQueries, type NoteSummary } from '#src/features/notes/queries.ts';
import { listQueries } from '#src/features/tasks/list-queries.ts';
import { taskQueries, type UpcomingTask } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { userSearchQuery } from '#src/features/users/user-search-query.ts';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { type Command, commandsFor } from './commands.ts';
import { type RoadmapEntry, useRoadmapEntries } from './useRoadmapEntries.ts';

/** The maximum number of results of each kind. */
const MAX_RESULTS = 6;

/** The results of a search, best first within each kind. */
interface Found {
  students: readonly { pk: number; fullName: string; picture: string | null }[];
  /** People the server found, including students whose name only the server matches: it tolerates typing errors. */
  people: readonly FoundUser[];
  lists: readonly ListResponse[];
  roadmap: readonly RoadmapEntry[];
  pages: readonly Command[];
  actions: readonly Command[];
  tasks: readonly UpcomingTask[];
  notes: readonly NoteSummary[];
}

/** A search while the person types. */
export interface Search {
  text: string;
  type: (text: string) => void;
  /** The search text without surrounding spaces. */
  searchText: string;
  found: Found;
  /** Returns the name of one of the viewer's students. */
  nameOf: (studentPk: number) => string | undefined;
  /** Whether more notes match than are shown. */
  hasMoreNotes: boolean;
  /** Whether the server's results for this text are still missing. */
  isWaiting: boolean;
  /** Whether the request for this text is running. */
  isAsking: boolean;
  /** The failed searches, and whether the network is the reason. */
  failure: { what: string[]; isOffline: boolean } | null;
  retry: () => void;
}

/** Searches tasks, notes and people on the server. Returns all at once, so that nothing moves later. */
async function askServer(client: QueryClient, searchText: string, withPeople: boolean) {
  const [tasks, notes, people] = await Promise.allSettled([
    // No retries: the person sees the failure immediately and can try again.
    client.fetchQuery({ ...taskQueries.search(searchText), retry: false }),
    client.fetchQuery({ ...noteQueries.list(notesTitled(searchText, MAX_RESULTS)), retry: false }),
    withPeople ? client.fetchQuery({ ...userSearchQuery(searchText), retry: false }) : [],
  ]);
  return {
    tasks: tasks.status === 'fulfilled' ? tasks.value : [],
    notes: notes.status === 'fulfilled' ? notes.value.edges.map(({ node }) => node) : [],
    people: people.status === 'fulfilled' ? people.value : [],
    hasMoreNotes: notes.status === 'fulfilled' && notes.value.pageInfo.hasNextPage,
    failures: [
      ...(tasks.status === 'rejected' ? [{ what: 'tasks', error: tasks.reason as unknown }] : []),
      ...(notes.status === 'rejected' ? [{ what: 'notes', error: notes.reason as unknown }] : []),
      ...(people.status === 'rejected' ? [{ what: 'people', error: people.reason as unknown }] : []),
    ],
  };
}

function serverQuery(searchText: string, withPeople: boolean) {
  return queryOptions({
    queryKey: ['search', searchText],
    queryFn: ({ client }) => askServer(client, searchText, withPeople),
    enabled: searchText !== '',
    // The parts are cached; only failed ones are requested again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Returns the server's results, best first. Results for an earlier text are filtered by this text. */
function matchingResults<Item>(
  items: readonly Item[] | undefined,
  nameOf: (item: Item) => string,
  searchText: string,
  isCurrent: boolean,
): Item[] {
  if (items === undefined || searchText === '') return [];
  return items
    .map((item) => ({ item, match: matchOf(nameOf(item), searchText) }))
    .filter(({ match }) => isCurrent || match !== MATCH.none)
    .sort((a, b) => b.match - a.match)
    .map(({ item }) => item);
}

/**
 * Searches while the person types: commands, students, lists and roadmaps immediately on the client; tasks,
 * notes and people on the server 300 ms after the last key (FORM-019). A late response to an earlier text
 * never replaces newer results. Until the response arrives, earlier results that still match stay visible.
 */
export function useSearch({
  me,
  pages,
  actions,
  initialText,
}: {
  me: Me;
  pages: readonly Command[];
  actions: readonly Command[];
  initialText: string;
}): Search {
  const [text, setText] = useState(initialText);
  const [asked, setAsked] = useState(normalizeSearch(initialText));
  const ask = useDebounced(setAsked);
  const searchText = normalizeSearch(text);

  const hasStudents = me.capabilities.includes('list_students');
  const students = useQuery({ ...userQueries.myStudents(), enabled: hasStudents });
  const own = useQuery(listQueries.own());
  const favorites = useQuery(listQueries.favorites());
  const roadmap = useRoadmapEntries(me, asked !== '');
  const server = useQuery(serverQuery(asked, me.capabilities.includes('search_users')));
  const isCurrent = searchText === asked && !server.isPlaceholderData;

  const isAsking =
    searchText !== '' &&
    searchText === asked &&
    server.isFetching &&
    (!isCurrent || server.data?.failures.length !== 0);

  const local = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
    searchText === '' ? [] : bestFirst(items, nameOf, searchText, { limit: MAX_RESULTS });
  const matched = new Set(
    students.data?.filter(({ fullName }) => matchOf(fullName, searchText) !== MATCH.none).map(({ pk }) => pk),
  );
  const lists = new Map([...(own.data ?? []), ...(favorites.data ?? [])].map((list) => [list.pk, list]));
  const failedLists = [own, favorites].filter(({ isLoadingError }) => isLoadingError);
  const localFailures = [
    { what: 'students', error: students.error },
    { what: 'lists', error: failedLists[0]?.error ?? null },
    { what: 'roadmaps', error: roadmap.error },
  ].filter(({ error }) => error !== null);
  const failures = [
    ...(searchText === '' ? [] : localFailures),
    ...(searchText !== '' && isCurrent ? (server.data?.failures ?? []) : []),
  ];

  return {
    text,
    type: (typed) => {
      const next = typed.slice(0, SEARCH_LENGTH);
      setText(next);
      ask(normalizeSearch(next));
    },
    searchText,
    found: {
      students: local(students.data ?? [], ({ fullName }) => fullName),
      lists: local([...lists.values()], ({ name }) => name),
      roadmap: local(roadmap.entries, ({ name }) => name),
      pages: commandsFor(pages, searchText),
      actions: commandsFor(actions, searchText),
      people: matchingResults(server.data?.people, (person) => person.full_name, searchText, isCurrent)
        .filter(({ pk }) => !matched.has(pk))
        .slice(0, MAX_RESULTS),
      tasks: matchingResults(server.data?.tasks, ({ name }) => name, searchText, isCurrent),
      notes: matchingResults(server.data?.notes, ({ title }) => title, searchText, isCurrent),
    },
    nameOf: (pk) => students.data?.find((student) => student.pk === pk)?.fullName,
    hasMoreNotes: isCurrent && server.data?.hasMoreNotes === true,
    isWaiting: searchText !== '' && (searchText !== asked || isAsking),
    isAsking,
    failure:
      failures.length === 0
        ? null
        : {
            what: failures.map(({ what }) => what),
            isOffline: failures.every(({ error }) => isOffline(error)),
          },
    retry: () => {
      if (students.isError) void students.refetch();
      for (const { refetch } of failedLists) void refetch();
      roadmap.retry();
      void server.refetch();
    },
  };
}
