import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { BookingForm } from './BookingForm.tsx';

const START = '2026-12-02T17:00:00.000Z';

vi.mock('./SlotPicker.tsx', () => ({
  SlotPicker: ({ onChange }: { onChange: (slot: string) => void }) => (
    <button type="button" onClick={() => onChange('2026-12-02T17:00:00.000Z')}>
      Choose a time
    </button>
  ),
}));

let remaining: number;
let series: (times: number) => Promise<{ startsAt: string; isFree: boolean }[]>;
const booked = vi.fn<(input: unknown) => void>();

beforeEach(() => {
  booked.mockReset();
  remaining = -1;
  provideTransport({
    graphql: async ({
      query,
      variables,
    }: {
      query: string;
      variables: { input: unknown; times: number };
    }) => {
      if (query.includes('seriesSlots')) return { seriesSlots: await series(variables.times) };
      if (query.includes('meetingsRemaining')) return { meetingsRemaining: remaining };
      booked(variables.input);
      return { bookMeetings: { meetings: [{ startsAt: START }] } };
    },
  } as unknown as Transport);
});

function showForm() {
  const person = (pk: number) => ({ id: String(pk), pk, fullName: `Person ${pk}` });
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <BookingForm
          pair={{ mentor: person(1), student: person(2), hasHours: true }}
          withNames="with Person 2"
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
async function planSeries() {
  showForm();
  fireEvent.click(screen.getByText('Choose a time'));
  fireEvent.change(screen.getByLabelText('Repeat'), { target: { value: '1' } });
}
const submit = () => screen.getByText(/^Book (meeting|\d meetings)$/).closest('button') as HTMLButtonElement;

it('offers to try again when the times of a series do not load', async () => {
  series = async () => {
    throw new AppError('FORBIDDEN', 'No');
  };
  await planSeries();
  await screen.findByText('Data Load Error');
  fireEvent.click(submit());
  expect(submit().getAttribute('aria-disabled')).toBe('true');

  series = async () => [
    { startsAt: START, isFree: true },
    { startsAt: '2026-12-09T17:00:00.000Z', isFree: true },
  ];
  fireEvent.click(screen.getByText('Try again').closest('button') as Element);
  await screen.findByText('Book 2 meetings');
  expect(screen.queryByText('Data Load Error')).toBeNull();
  fireEvent.click(submit());
  await waitFor(() => expect(booked).toHaveBeenCalledOnce());
});

it('does not book a series without a free time', async () => {
  series = async () => [{ startsAt: START, isFree: false }];
  await planSeries();
  await screen.findByText(/not free, will be left out/);
  expect(submit().getAttribute('aria-disabled')).toBe('true');
});

/** Plans as many weekly meetings as the form asks for. */
const weekly = async (times: number) =>
  Array.from({ length: times }, (_, week) => ({
    startsAt: new Date(Date.parse(START) + week * 7 * 86_400_000).toISOString(),
    isFree: true,
  }));
const counts = () => [...(screen.getByLabelText('Number of meetings') as HTMLSelectElement).options];

it('plans at most as many meetings as are left', async () => {
  remaining = 3;
  series = weekly;
  await planSeries();
  await screen.findByText('Book 3 meetings');
  expect(counts().map(({ value }) => value)).toEqual(['2', '3']);
});

it('offers no series when one meeting is left', async () => {
  remaining = 1;
  showForm();
  await screen.findByText('Meetings remaining: 1');
  expect(screen.queryByLabelText('Repeat')).toBeNull();
});

it('clears the error when the number of meetings changes', async () => {
  series = weekly;
  booked.mockImplementation(() => {
    throw new AppError('CONFLICT', 'Only 2 meetings left this month. Choose at most 2.');
  });
  await planSeries();
  await screen.findByText('Book 4 meetings');
  fireEvent.click(submit());
  await screen.findByText(/^Only 2 meetings left/);
  fireEvent.change(screen.getByLabelText('Number of meetings'), { target: { value: '2' } });
  await waitFor(() => expect(screen.queryByText(/^Only 2 meetings left/)).toBeNull());
});
