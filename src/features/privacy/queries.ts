import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { auditEvents, personalData } from '#shared/privacy/responses.ts';
import { searchOf } from '#src/transport/search-of.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The filters of the audit log, as in the page's address; an omitted one does not filter. */
export interface AuditLogFilters {
  person?: string;
  kind?: string;
  from?: string;
  to?: string;
}

/** The query keys of the audit log. */
export const privacyKeys = { all: ['privacy'] as const };

export const privacyQueries = {
  /** A page of everyone's events, newest first. */
  auditLog: (filters: AuditLogFilters, page: { first: number; after: string | null }) => {
    const search = searchOf({ ...filters, ...page });
    return queryOptions({
      queryKey: [...privacyKeys.all, 'audit-log', search],
      queryFn: ({ signal }) => requestRest(auditEvents, { endpoint: 'auditLog', search }, signal),
      placeholderData: keepPreviousData,
    });
  },

  /** The viewer's export of a person, and the requested deletion; read again while an export is running. */
  personalData: (pk: number) =>
    queryOptions({
      queryKey: [...privacyKeys.all, 'personal-data', pk],
      queryFn: ({ signal }) =>
        requestRest(personalData, { endpoint: 'personalData', params: { pk } }, signal),
      refetchInterval: ({ state }) => (state.data?.export?.state === 'waiting' ? 1_500 : false),
    }),

  /** The viewer's own events, newest first. */
  ownEvents: () =>
    infiniteQueryOptions({
      queryKey: [...privacyKeys.all, 'own-events'],
      queryFn: ({ pageParam: after, signal }) =>
        requestRest(auditEvents, { endpoint: 'ownEvents', search: searchOf({ first: 10, after }) }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
};

/** Downloads the events as CSV. @returns the file as a `data:` address */
export function fetchAuditLogCsv(filters: AuditLogFilters): Promise<string> {
  const search = searchOf(filters);
  return requestRest(z.string(), { endpoint: 'auditLogCsv', search });
}
