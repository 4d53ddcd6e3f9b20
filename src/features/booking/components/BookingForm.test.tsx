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

let series: () => Promise<{ startsAt: string; isFree: boolean }[]>;
const booked = vi.fn<(input: unknown) => void>();

beforeEach(() => {
  booked.mockClear();
  provideTransport({
    graphql: async ({ query, variables }: { query: string; variables: { input: unknown } }) => {
      if (query.includes('seriesSlots')) return { seriesSlots: await series() };
      if (query.includes('meetingsRemaining')) return { meetingsRemaining: -1 };
      booked(variables.input);
      return { bookMeetings: { meetings: [{ startsAt: START }] } };
    },
  } as unknown as Transport);
});

async function planSeries() {
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
