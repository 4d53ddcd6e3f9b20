import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertSettings } from '#shared/alerts/settings-response.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { alertKeys } from '../queries.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { AlertSettingsForm } from './AlertSettingsForm.tsx';

const SETTINGS: AlertSettings = {
  task_individual_enabled: true,
  task_individual_frequency: 24,
  task_digest_enabled: true,
  task_digest_frequency: 168,
  dynamic_alert_enabled: true,
  quiet_hours_start: 22,
  quiet_hours_end: 7,
  time_zone: 'America/Los_Angeles',
};

it('saves its changes without undoing those of another tab', async () => {
  const sent: unknown[] = [];
  const rest = async ({ body }: RestRequest) => {
    if (body !== undefined) sent.push(body);
    return body ?? SETTINGS;
  };
  provideTransport({ rest } as unknown as Transport);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <AlertSettingsForm meetsStudents />
    </QueryClientProvider>,
  );
  const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';
  fireEvent.click(await screen.findByRole('switch', { name: 'Activity' }));
  await act(async () =>
    client.setQueryData(alertKeys.settings(), { ...SETTINGS, task_digest_enabled: false }),
  );
  expect([isOn('Activity'), isOn('Digest')]).toEqual([false, false]);
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  const both = { ...SETTINGS, dynamic_alert_enabled: false, task_digest_enabled: false };
  await waitFor(() => expect(sent).toEqual([both]));
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
});

it('saves with a lapsed membership', async () => {
  const rest = async ({ body }: RestRequest) => body ?? SETTINGS;
  provideTransport({ rest } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReadOnlyContext value>
        <AlertSettingsForm meetsStudents={false} />
      </ReadOnlyContext>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('switch', { name: 'Activity' }));
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBeNull();
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
});
