import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import type { OwnAvailability } from '../queries.ts';
import { AvailabilityForm } from './AvailabilityForm.tsx';

// The preview is not part of these tests.
vi.mock('./SlotPreview.tsx', () => ({ SlotPreview: () => null }));

const availability = (version: number, dailyLimit: number): OwnAvailability => ({
  timeZone: 'UTC',
  minutes: 60,
  bufferMinutes: 0,
  noticeHours: 24,
  windowDays: 30,
  dailyLimit,
  week: [[], [], [], [], [], [], []],
  overrides: [],
  version,
  isSetInSimplybook: false,
});
const client = createQueryClient();
const CHANGED = 'Someone else changed this. Saving replaces their changes.';
const sent: { version: number; dailyLimit: number }[] = [];
/** What the server waits for before it saves. */
let saving: Promise<unknown> = Promise.resolve();

beforeEach(async () => {
  sent.length = 0;
  saving = Promise.resolve();
  provideTransport({
    graphql: async ({ variables }: { variables: { input: (typeof sent)[number] } }) => {
      sent.push(variables.input);
      await saving;
      return { saveAvailability: { availability: availability(9, 3) } };
    },
  } as unknown as Transport);
  await draftStore.put(
    {
      id: 'hours',
      owner: '7',
      subject: 'availability',
      title: 'Availability',
      changedAt: 1,
      values: availability(1, 3),
      version: 1,
      attempt: null,
    } as never,
    'relaxed',
  );
});
afterEach(async () => {
  await draftStore.clear();
});

const form = (stored: OwnAvailability) => (
  <QueryClientProvider client={client}>
    <AvailabilityForm viewerPk={7} availability={stored} />
  </QueryClientProvider>
);
async function openForm(stored: OwnAvailability) {
  const { rerender } = render(form(stored));
  await screen.findByText('Draft restored');
  return { showVersion: (newer: OwnAvailability) => rerender(form(newer)) };
}
const perDay = () => screen.getByLabelText<HTMLInputElement>(/Meetings per day/);
const submit = () => fireEvent.click(screen.getByText('Save availability').closest('button') as Element);

it('saves restored hours over newer ones only after the person keeps them', async () => {
  await openForm(availability(2, 5));
  expect(screen.getByText(CHANGED)).toBeTruthy();
  submit();

  fireEvent.click(screen.getByText('Keep my version').closest('button') as Element);
  expect(screen.queryByText(CHANGED)).toBeNull();
  submit();
  await waitFor(() => expect(sent).toMatchObject([{ version: 2, dailyLimit: 3 }]));
});

it('saves restored hours without a question when nothing is newer', async () => {
  await openForm(availability(1, 5));
  expect(screen.queryByText(CHANGED)).toBeNull();
  submit();
  await waitFor(() => expect(sent).toMatchObject([{ version: 1, dailyLimit: 3 }]));
});

it('keeps what is typed while the hours are saved, and saves it next', async () => {
  const response = Promise.withResolvers<unknown>();
  saving = response.promise;
  const { showVersion } = await openForm(availability(1, 5));
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  const field = perDay();
  field.focus();
  fireEvent.change(field, { target: { value: '4' } });
  response.resolve(null);
  await waitFor(() => expect(screen.queryByText('Draft restored')).toBeNull());
  showVersion(availability(9, 3));
  expect(screen.queryByText(CHANGED)).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(perDay()).toBe(field);
  expect(field.value).toBe('4');
  await waitFor(async () =>
    expect(await draftStore.about('7', 'availability')).toMatchObject([
      { values: { dailyLimit: 4 }, version: 9 },
    ]),
  );

  submit();
  await waitFor(() => expect(sent).toMatchObject([{ dailyLimit: 3 }, { version: 9, dailyLimit: 4 }]));
  await waitFor(async () => expect(await draftStore.about('7', 'availability')).toEqual([]));
});

it('opens the form again with a newer version from elsewhere', async () => {
  const { showVersion } = await openForm(availability(1, 5));
  fireEvent.click(screen.getByText('Discard draft').closest('button') as Element);
  await waitFor(() => expect(perDay().value).toBe('5'));
  showVersion(availability(2, 8));
  await waitFor(() => expect(perDay().value).toBe('8'));
});
