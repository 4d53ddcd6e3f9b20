import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
      return { freeSlots: { timeZone: 'UTC', minutes: 60, slots } };
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
