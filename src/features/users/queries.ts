import { queryOptions } from '@tanstack/react-query';
import type { me as meSchema } from '#shared/users/responses.ts';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { request, requestRest } from '#src/transport/transport.ts';

/** How often an open page checks its person: pins, permissions and students. */
const POLL_MS = 60_000;

/** The query keys of people. */
export const userKeys = {
  all: ['users'] as const,
  me: () => [...userKeys.all, 'me'] as const,
  myStudents: () => [...userKeys.all, 'my-students'] as const,
  person: (pk: number) => [...userKeys.all, 'person', pk] as const,
};

export const userQueries = {
  /**
   * The signed-in person with permissions, theme and pinned people (AUTH-018).
   * @param schema the schema of the response. Omit it to load it on demand, so that the extension's popup paints sooner
   */
  me: (schema?: typeof meSchema) =>
    queryOptions({
      queryKey: userKeys.me(),
      queryFn: async ({ signal }) => {
        const response = schema ?? (await import('./responses.ts')).me;
        const person = await requestRest(response, { endpoint: 'me' }, signal);
        setTimeZone(person.time_zone);
        return person;
      },
      refetchInterval: POLL_MS,
    }),

  /** A mentor's students, a parent's children, by name. */
  myStudents: () =>
    queryOptions({
      queryKey: userKeys.myStudents(),
      queryFn: async ({ signal }) => {
        // Loaded on demand: the extension's popup, which has a size limit, does not need it.
        const { MyStudentsDocument } = await import('#src/transport/generated/users/graphql.ts');
        return (await request(MyStudentsDocument, {}, signal)).myStudents;
      },
    }),
};
