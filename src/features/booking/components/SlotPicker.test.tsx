import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { SlotPicker } from './SlotPicker.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

it('says that a month has no free times only after they loaded', async () => {
  const december = Promise.withResolvers<string[]>();
  provideTransport({
    graphql: async ({ variables }: { variables: { from: string } }) => {
      const slots = variables.from < '2026-11-15' ? ['2026-11-12T17:00:00.000Z'] : await december.promise;
      return {
        freeSlots: { timeZone: 'UTC', minutes: 60, slots, changeableFrom: '2026-11-11T12:00:00.000Z' },
      };
    },
  } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SlotPicker mentor="m" student="s" value={null} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByLabelText('Go to the Next Month'));
  expect(await screen.findByLabelText('Loading')).toBeTruthy();
  expect(screen.queryByText(/No free times/)).toBeNull();
  december.resolve([]);
  expect(await screen.findByText('No free times in December.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull());
});

it('warns before a meeting is booked that cannot be moved or canceled afterwards', async () => {
  const [soon, later] = ['2026-11-11T11:45:00.000Z', '2026-11-11T12:00:00.000Z'];
  provideTransport({
    graphql: async () => ({
      freeSlots: { timeZone: 'UTC', minutes: 60, slots: [soon, later], changeableFrom: later },
    }),
  } as unknown as Transport);
  const picker = (value: string | null) => (
    <QueryClientProvider client={client}>
      <SlotPicker mentor="m" student="s" value={value} onChange={() => undefined} />
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const { rerender } = render(picker(null));
  await screen.findByLabelText('Days with free times');
  expect(screen.queryByText(BOOKING_MESSAGES.tooSoon)).toBeNull();
  rerender(picker(soon));
  expect(screen.getByText(BOOKING_MESSAGES.tooSoon)).toBeTruthy();
  rerender(picker(later));
  expect(screen.queryByText(BOOKING_MESSAGES.tooSoon)).toBeNull();
});

it('warns when the chosen time becomes too soon while the picker is open', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2026-11-10T12:00:00Z'),
  });
  const soon = '2026-11-11T12:01:00.000Z';
  provideTransport({
    graphql: async () => ({
      freeSlots: {
        timeZone: 'UTC',
        minutes: 60,
        slots: [soon],
        changeableFrom: '2026-11-11T12:00:00.000Z',
      },
    }),
  } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SlotPicker mentor="m" student="s" value={soon} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Days with free times');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText(BOOKING_MESSAGES.tooSoon)).toBeNull();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(BOOKING_MESSAGES.tooSoon)).toBeTruthy();
});
