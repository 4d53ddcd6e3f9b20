import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertSettingsInput } from '#shared/alerts/schema.ts';
import { requestRest } from '#src/transport/transport.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { alertKeys } from './queries.ts';

/** Saves the alert settings (ALRT-011, ALRT-012). */
export function useChangeAlertSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: AlertSettingsInput) =>
      requestRest((await import('./settings-response.ts')).alertSettings, {
        endpoint: 'changeAlertSettings',
        body: settings,
      }),
    onSuccess: (settings) => {
      client.setQueryData(alertKeys.settings(), settings);
      showSuccess('Alert settings saved');
    },
    onError: () => showError('Failed to update alert settings'),
  });
}

/** Marks an alert as read. Shows no error, because opening an alert must not be interrupted. */
export function useReadAlert() {
  return useMutation({
    mutationFn: async (pk: number) =>
      requestRest((await import('./responses.ts')).unreadCount, { endpoint: 'readAlert', params: { pk } }),
  });
}

/** Marks the shown alerts as read; newer ones stay unread. */
export function useReadAllAlerts() {
  return useMutation({
    mutationFn: async (cursor: string) =>
      requestRest((await import('./responses.ts')).unreadCount, {
        endpoint: 'readAllAlerts',
        body: { cursor },
      }),
    onError: () => showError("Couldn't mark the alerts as read"),
  });
}

const moment = readerFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Snoozes an alert; it returns unread. */
export function useSnoozeAlert() {
  return useMutation({
    mutationFn: async ({ pk, until }: { pk: number; until: Date }) =>
      requestRest((await import('./responses.ts')).unreadCount, {
        endpoint: 'snoozeAlert',
        params: { pk },
        body: { until: until.toISOString() },
      }),
    onSuccess: (_count, { until }) => showSuccess(`Snoozed until ${moment().format(until)}`),
    onError: () => showError("Couldn't snooze this alert"),
  });
}
