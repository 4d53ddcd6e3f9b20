import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { toGlobalId } from '#shared/kernel/ids.ts';
import {
  AllBugReportsDocument,
  type AllBugReportsQueryVariables,
  BugReportDocument,
  type BugReportDetailFragment,
  type BugReportSummaryFragment,
} from '#src/transport/generated/bug-reports/graphql.ts';
import { readReports } from '#src/transport/report-outbox.ts';
import { request, requestRest } from '#src/transport/transport.ts';

export type BugReportSummary = BugReportSummaryFragment;
export type BugReportDetail = BugReportDetailFragment;
export type BugReportListVariables = AllBugReportsQueryVariables;

/** The query keys of bug reports. */
export const bugReportKeys = {
  all: ['bug-reports'] as const,
  list: (variables: BugReportListVariables) => [...bugReportKeys.all, 'list', variables] as const,
  detail: (pk: number) => [...bugReportKeys.all, 'detail', pk] as const,
  screenshot: (pk: number) => [...bugReportKeys.all, 'screenshot', pk] as const,
  unsent: (owner: string) => [...bugReportKeys.all, 'unsent', owner] as const,
};

export const bugReportQueries = {
  /** A page of reports (BUG-023). */
  list: (variables: BugReportListVariables) =>
    queryOptions({
      queryKey: bugReportKeys.list(variables),
      queryFn: async ({ signal }) => (await request(AllBugReportsDocument, variables, signal)).allBugReports,
      placeholderData: keepPreviousData,
    }),

  /** One report (BUG-022). */
  detail: (pk: number) =>
    queryOptions({
      queryKey: bugReportKeys.detail(pk),
      queryFn: async ({ signal }) =>
        (await request(BugReportDocument, { id: toGlobalId('BugReport', pk) }, signal)).bugReport,
    }),

  /** The screenshot as a `data:` address: an `img` element cannot send the token. */
  screenshot: (pk: number) =>
    queryOptions({
      queryKey: bugReportKeys.screenshot(pk),
      queryFn: ({ signal }) =>
        requestRest(
          z.string().check(z.startsWith('data:image/')),
          { endpoint: 'bugReportScreenshot', params: { pk } },
          signal,
        ),
      staleTime: Infinity,
    }),

  /** The person's unsent reports on this device. */
  unsent: (owner: string) =>
    queryOptions({ queryKey: bugReportKeys.unsent(owner), queryFn: () => readReports(owner), staleTime: 0 }),
};
