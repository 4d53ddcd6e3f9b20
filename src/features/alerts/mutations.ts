import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertSettingsInput } from '#shared/alerts/schema.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { alertKeys } from './queries.ts';

/** ALRT-011, ALRT-012. What a field can show is not said in a snackbar. */
export function useChangeAlertSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: AlertSettingsInput) =>
      requestRest((await import('./responses.ts')).alertSettings, {
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

/** Marks one alert as read. Opening its page matters more than this: a failure is not spoken of. */
export function useReadAlert() {
  return useMutation({
    mutationFn: async (pk: number) =>
      requestRest((await import('./responses.ts')).unreadCount, { endpoint: 'readAlert', params: { pk } }),
  });
}

/** Marks what was shown as read; alerts that came meanwhile stay unread. */
export function useReadAllAlerts() {
  return useMutation({
    mutationFn: async (cursor: string) =>
      requestRest((await import('./responses.ts')).unreadCount, {
        endpoint: 'readAllAlerts',
        body: { cursor },
      }),
    onError: () => showError('The alerts could not be marked as read.'),
  });
}

/** Puts an alert off; it comes back unread. */
export function useSnoozeAlert() {
  return useMutation({
    mutationFn: async ({ pk, until }: { pk: number; until: Date }) =>
      requestRest((await import('./responses.ts')).unreadCount, {
        endpoint: 'snoozeAlert',
        params: { pk },
        body: { until: until.toISOString() },
      }),
    onSuccess: () => showSuccess('It comes back then'),
    onError: () => showError('The alert could not be put off.'),
  });
}
