import { queryOptions } from '@tanstack/react-query';
import { calendarFeed } from '#shared/calendar/responses.ts';
import { listsResponse, templatedLists } from '#shared/tasks/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The query keys of the lists from REST. */
export const listKeys = {
  all: ['lists'] as const,
  own: () => [...listKeys.all, 'own'] as const,
  ofUser: (userPk: number) => [...listKeys.all, 'user', userPk] as const,
  favorites: () => [...listKeys.all, 'favorites'] as const,
  templates: () => [...listKeys.all, 'templates'] as const,
  calendarFeed: () => [...listKeys.all, 'calendar-feed'] as const,
};

export const listQueries = {
  /** The viewer's lists (LIST-021). */
  own: () =>
    queryOptions({
      queryKey: listKeys.own(),
      queryFn: ({ signal }) => requestRest(listsResponse, { endpoint: 'lists' }, signal),
    }),

  /** A person's lists (LIST-025). */
  ofUser: (userPk: number) =>
    queryOptions({
      queryKey: listKeys.ofUser(userPk),
      queryFn: ({ signal }) =>
        requestRest(listsResponse, { endpoint: 'userLists', params: { pk: userPk } }, signal),
    }),

  /** The favorite lists (LIST-026). */
  favorites: () =>
    queryOptions({
      queryKey: listKeys.favorites(),
      queryFn: ({ signal }) => requestRest(listsResponse, { endpoint: 'favorites' }, signal),
    }),

  /** The templated lists (LIST-029). */
  templates: () =>
    queryOptions({
      queryKey: listKeys.templates(),
      queryFn: ({ signal }) => requestRest(templatedLists, { endpoint: 'listTemplates' }, signal),
    }),

  /** The viewer's calendar feed. */
  calendarFeed: () =>
    queryOptions({
      queryKey: listKeys.calendarFeed(),
      queryFn: ({ signal }) => requestRest(calendarFeed, { endpoint: 'calendarFeed' }, signal),
    }),
};
