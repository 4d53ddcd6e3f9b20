import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { bestFirst, FIT, fitOf, notesTitled, SEARCH_LENGTH, searchWords } from '#shared/search/rules.ts';
import type { ListAnswer } from '#shared/tasks/responses.ts';
import type { Me } from '#shared/users/responses.ts';
import { noteQueries, type NoteSummary } from '#src/features/notes/queries.ts';
import { listQueries } from '#src/features/tasks/list-queries.ts';
import { taskQueries, type UpcomingTask } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useDebounced } from '#src/lib/useDebounced.ts';
import { type Command, commandsFor } from './commands.ts';

/** At most so many of each kind. */
const MOST = 6;

/** What was found, each kind the best first. */
interface Found {
  students: readonly { pk: number; fullName: string }[];
  lists: readonly ListAnswer[];
  pages: readonly Command[];
  actions: readonly Command[];
  tasks: readonly UpcomingTask[];
  notes: readonly NoteSummary[];
}

/** A search while somebody types. */
export interface Search {
  text: string;
  type: (text: string) => void;
  /** What is searched: the text without what surrounds it. */
  words: string;
  found: Found;
  /** The name of one of the viewer's students. */
  nameOf: (studentPk: number) => string | undefined;
  /** Whether there are more notes than are shown. */
  hasMoreNotes: boolean;
  /** The server has not answered for these words; it may not even be asked yet. */
  isWaiting: boolean;
  /** It is asked for them. */
  isAsking: boolean;
  /** What could not be searched, and whether that is for want of a network. */
  failure: { what: string[]; isOffline: boolean } | null;
  retry: () => void;
}

/** What the server finds: tasks and notes in one answer, so that neither pushes the other aside when it comes later. */
async function askServer(client: QueryClient, words: string) {
  const [tasks, notes] = await Promise.allSettled([
    // Who waits at the field is told at once, and asks again.
    client.fetchQuery({ ...taskQueries.search(words), retry: false }),
    client.fetchQuery({ ...noteQueries.list(notesTitled(words, MOST)), retry: false }),
  ]);
  return {
    tasks: tasks.status === 'fulfilled' ? tasks.value : [],
    notes: notes.status === 'fulfilled' ? notes.value.edges.map(({ node }) => node) : [],
    hasMoreNotes: notes.status === 'fulfilled' && notes.value.pageInfo.hasNextPage,
    failures: [
      ...(tasks.status === 'rejected' ? [{ what: 'tasks', error: tasks.reason as unknown }] : []),
      ...(notes.status === 'rejected' ? [{ what: 'notes', error: notes.reason as unknown }] : []),
    ],
  };
}

function serverQuery(words: string) {
  return queryOptions({
    queryKey: ['search', words],
    queryFn: ({ client }) => askServer(client, words),
    enabled: words !== '',
    // The parts are cached; what failed is asked again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Of what the server found: all of it when it answered these words, of an older answer what fits them; best first. */
function fitting<Thing>(
  things: readonly Thing[] | undefined,
  nameOf: (thing: Thing) => string,
  words: string,
  isAnswer: boolean,
): Thing[] {
  if (things === undefined || words === '') return [];
  return things
    .map((thing) => ({ thing, fit: fitOf(nameOf(thing), words) }))
    .filter(({ fit }) => isAnswer || fit !== FIT.none)
    .sort((a, b) => b.fit - a.fit)
    .map(({ thing }) => thing);
}

function isNetwork(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NETWORK';
}

/**
 * Searches while somebody types: at once what is here already (commands, students, lists), and 300 ms after the last
 * key (FORM-019) tasks and notes on the server. An answer belongs to its words, so a late one replaces nothing; until
 * it is here, what was found before stays as far as it fits.
 */
export function useSearch(me: Me, pages: readonly Command[], actions: readonly Command[]): Search {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebounced(setAsked);
  const words = searchWords(text);

  const hasStudents = me.capabilities.includes('list_students');
  const students = useQuery({ ...userQueries.myStudents(), enabled: hasStudents });
  const own = useQuery(listQueries.own());
  const favorites = useQuery(listQueries.favorites());
  const server = useQuery(serverQuery(asked));
  const isAnswer = words === asked && !server.isPlaceholderData;

  const isAsking =
    words !== '' && words === asked && server.isFetching && (!isAnswer || server.data?.failures.length !== 0);

  const local = <Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string) =>
    words === '' ? [] : bestFirst(things, nameOf, words, { most: MOST });
  const lists = new Map([...(own.data ?? []), ...(favorites.data ?? [])].map((list) => [list.pk, list]));
  const failures = [
    ...(words !== '' && students.isError ? [{ what: 'students', error: students.error }] : []),
    ...(words !== '' && isAnswer ? (server.data?.failures ?? []) : []),
  ];

  return {
    text,
    type: (typed) => {
      const next = typed.slice(0, SEARCH_LENGTH);
      setText(next);
      ask(searchWords(next));
    },
    words,
    found: {
      students: local(students.data ?? [], ({ fullName }) => fullName),
      lists: local([...lists.values()], ({ name }) => name),
      pages: commandsFor(pages, words),
      actions: commandsFor(actions, words),
      tasks: fitting(server.data?.tasks, ({ name }) => name, words, isAnswer),
      notes: fitting(server.data?.notes, ({ title }) => title, words, isAnswer),
    },
    nameOf: (pk) => students.data?.find((student) => student.pk === pk)?.fullName,
    hasMoreNotes: isAnswer && server.data?.hasMoreNotes === true,
    isWaiting: words !== '' && (words !== asked || isAsking),
    isAsking,
    failure:
      failures.length === 0
        ? null
        : {
            what: failures.map(({ what }) => what),
            isOffline: failures.every(({ error }) => isNetwork(error)),
          },
    retry: () => {
      if (students.isError) void students.refetch();
      void server.refetch();
    },
  };
}
