import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ToggleArchiveBugReportDocument } from '#src/transport/generated/bug-reports/graphql.ts';
import { onReportsChanged, type OutgoingReport, queueReport } from '#src/transport/report-outbox.ts';
import { request, sendWaitingReports } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { bugReportKeys, bugReportQueries } from './queries.ts';

/** BUG-024, BUG-025 */
export function useToggleArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await request(ToggleArchiveBugReportDocument, { input: { id } })).toggleArchiveBugReport.bugReport,
    onSuccess: (report) => client.setQueryData(bugReportKeys.detail(report.pk), report),
    onError: () => showError('Failed to archive bug report'),
  });
}

/** Puts a report into the outbox and begins to send; the person goes on with something else. */
export function useQueueReport() {
  return useMutation({
    mutationFn: queueReport,
    onSuccess: send,
  });
}

/** How long a report that could not be sent waits for the next try. */
const RETRY_MS = 5_000;

function send() {
  void sendWaitingReports().catch(() => undefined);
}

/**
 * Sends what waits when the app starts and when the network is back, and says how it ended. For the frame of the app.
 * @returns the reports that are not sent yet
 */
export function useReportDelivery(owner: string): readonly OutgoingReport[] {
  const client = useQueryClient();
  const { data } = useQuery(bugReportQueries.unsent(owner));
  const before = useRef<ReadonlyMap<string, string> | null>(null);

  useEffect(() => {
    send();
    addEventListener('online', send);
    const stop = onReportsChanged(
      () => void client.invalidateQueries({ queryKey: bugReportKeys.unsent(owner) }),
    );
    return () => {
      removeEventListener('online', send);
      stop();
    };
  }, [client, owner]);

  // The network is often not there yet when the browser says so, and a server that was away says nothing.
  const isWaiting = data?.some(({ state }) => state !== 'failed') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(send, RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  useEffect(() => {
    if (data === undefined) return;
    const now = new Map(data.map(({ id, state }) => [id, state]));
    for (const [id, state] of before.current ?? []) {
      if (!now.has(id) && state !== 'failed') showSuccess('Your bug report was sent. Thank you.');
      if (now.get(id) === 'failed' && state !== 'failed') {
        showError('Your bug report was refused. It is kept on the page of bug reports.');
      }
    }
    before.current = now;
  }, [data]);
  return data ?? [];
}
