import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { membershipDetail, membershipList, planList } from '#shared/memberships/detail-responses.ts';
import { searchOf } from '#src/transport/search-of.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The filters of the staff page, as in its address. */
export interface MembershipFilters {
  state?: string;
  query?: string;
}

/** The query keys of memberships. */
export const membershipKeys = { all: ['memberships'] as const };

export const membershipQueries = {
  /** A page of memberships by name, for staff. */
  list: (filters: MembershipFilters, page: { first: number; after: string | null }) => {
    const search = searchOf({ ...filters, ...page });
    return queryOptions({
      queryKey: [...membershipKeys.all, 'list', search],
      queryFn: ({ signal }) => requestRest(membershipList, { endpoint: 'memberships', search }, signal),
      placeholderData: keepPreviousData,
    });
  },

  /** Every plan, for staff. */
  plans: () =>
    queryOptions({
      queryKey: [...membershipKeys.all, 'plans'],
      queryFn: ({ signal }) => requestRest(planList, { endpoint: 'membershipPlans' }, signal),
    }),

  /** The membership of a student with its ledger. */
  detail: (pk: number) =>
    queryOptions({
      queryKey: [...membershipKeys.all, pk],
      queryFn: ({ signal }) =>
        requestRest(membershipDetail, { endpoint: 'membership', params: { pk } }, signal),
    }),
};

/** Downloads the memberships as CSV. @returns the file as a `data:` address */
export function fetchMembershipsCsv(filters: MembershipFilters): Promise<string> {
  return requestRest(z.string(), { endpoint: 'membershipsCsv', search: searchOf(filters) });
}
