import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDelivery } from '#src/lib/outbox/useDelivery.ts';
import { ToggleArchiveBugReportDocument } from '#src/transport/generated/bug-reports/graphql.ts';
import { onReportsChanged, queueReport } from '#src/transport/report-outbox.ts';
import type { OutgoingReport } from '#src/transport/report-queue.ts';
import { request, sendWaitingReports } from '#src/transport/transport.ts';
import { dismissSnackbar, showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { bugReportKeys, bugReportQueries } from './queries.ts';

/** Archives or restores a report (BUG-024, BUG-025). */
export function useToggleArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await request(ToggleArchiveBugReportDocument, { input: { id } })).toggleArchiveBugReport.bugReport,
    onSuccess: (report) => client.setQueryData(bugReportKeys.detail(report.pk), report),
    onError: () => showError('Failed to archive bug report'),
  });
}

/** The shown message about each queued report. The message about its delivery replaces it. */
const queuedMessages = new Map<string, number>();

function dismissQueued(id: string) {
  dismissSnackbar(queuedMessages.get(id) ?? 0);
  queuedMessages.delete(id);
}

let saysSent = false;

/**
 * Shows when a report was sent, from the first call until the page closes. The form calls it too, because a report can
 * be sent before the code of {@link useReportDelivery} has loaded.
 */
function saySentReports() {
  if (saysSent) return;
  saysSent = true;
  onReportsChanged((sentId) => {
    if (sentId === null) return;
    dismissQueued(sentId);
    showSuccess('Your bug report was sent. Thank you.');
  });
}

/** Adds a report to the outbox, shows a message, and starts sending. */
export function useQueueReport() {
  return useMutation({
    mutationFn: queueReport,
    onSuccess: (id) => {
      const message = showSuccess(
        navigator.onLine
          ? 'Your bug report is on its way.'
          : 'You are offline. Your bug report is kept and sent when you are back.',
      );
      queuedMessages.set(id, message);
      saySentReports();
      void sendWaitingReports().catch(() => undefined);
    },
  });
}

/**
 * Sends unsent reports when the app starts and when the network returns, and shows the result. Call it once,
 * in the app's frame.
 * @returns the unsent reports
 */
export function useReportDelivery(owner: string): readonly OutgoingReport[] {
  const client = useQueryClient();
  const { data } = useQuery(bugReportQueries.unsent(owner));
  const before = useRef<ReadonlyMap<string, OutgoingReport['state']>>(new Map());

  useEffect(saySentReports, []);
  useEffect(
    () => onReportsChanged(() => void client.invalidateQueries({ queryKey: bugReportKeys.unsent(owner) })),
    [client, owner],
  );
  useDelivery(sendWaitingReports, data?.some(({ state }) => state !== 'failed') ?? false);

  useEffect(() => {
    if (data === undefined) return;
    const now = new Map(data.map(({ id, state }) => [id, state]));
    for (const [id, state] of now) {
      const earlier = before.current.get(id);
      // A report of this page can be refused before this code has loaded.
      const isRefusedNow =
        state === 'failed' && (earlier === undefined ? queuedMessages.has(id) : earlier !== 'failed');
      if (!isRefusedNow) continue;
      dismissQueued(id);
      showError('Your bug report was rejected. You can correct it on the bug report page.');
    }
    for (const id of before.current.keys()) if (!now.has(id)) dismissQueued(id);
    before.current = now;
  }, [data]);
  return data ?? [];
}
