import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { useRoom } from './useRoom.ts';

const OPENS_AT = '2026-12-02T16:50:00.000Z';

let answers: ('early' | 'open' | 'forbidden' | 'missing')[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-02T16:49:00Z') });
  provideTransport({
    rest: async () => {
      const state = answers.shift() ?? 'early';
      if (state === 'forbidden') throw new AppError('FORBIDDEN', 'Not now');
      if (state === 'missing') throw new AppError('NOT_FOUND', 'Not found');
      return {
        meet_id: 'a',
        simplybook_id: 1,
        name: 'Essays',
        starts_at: '2026-12-02T17:00:00.000Z',
        ends_at: '2026-12-02T17:45:00.000Z',
        opens_at: OPENS_AT,
        closes_at: '2026-12-02T18:45:00.000Z',
        state,
        entry: state === 'open' ? 'enter' : null,
        permissions: [],
        people: [],
        video: { kind: 'built_in' },
      };
    },
  } as unknown as Transport);
});
afterEach(() => void vi.useRealTimers());

function showRoom() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useRoom('a', { isEnabled: true }), { wrapper });
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([
  ['when the time of the room comes', ['early', 'open']],
  ["when the server's clock is behind this device's", ['early', 'early', 'early', 'open']],
  ['after it could not be loaded at its time', ['early', 'forbidden', 'open']],
] as const)('opens %s', async (_when, states) => {
  answers = [...states];
  const { result } = showRoom();
  await pass(0);
  expect(result.current.room?.state).toBe('early');
  await pass(60_000);
  expect(result.current.room?.state).toBe('early');
  await pass(30_000);
  expect(result.current.room?.state).toBe('open');
  expect(answers).toEqual([]);
});

it('says that the room is missing when the meeting was canceled while the person waited', async () => {
  answers = ['early', 'missing', 'early'];
  const { result } = showRoom();
  await pass(0);
  expect(result.current.room?.state).toBe('early');
  await pass(61_000);
  expect(result.current.room).toBeUndefined();
  expect(result.current.isMissing).toBe(true);
  // It is not requested again.
  await pass(60_000);
  expect(answers).toEqual(['early']);
});
