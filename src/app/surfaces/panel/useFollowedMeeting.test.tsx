import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { chooseMeeting } from '#src/messaging/panel-choice.ts';
import { type PanelCache, showPanelCache } from './panel-cache.ts';
import { useFollowedMeeting } from './useFollowedMeeting.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('./useTabRoom.ts', () => ({ useTabRoom: () => null }));

const MINUTE_MS = 60_000;

/** A meeting of 45 minutes. */
function booked(simplybookId: number, startsInMinutes: number) {
  const start = Date.now() + startsInMinutes * MINUTE_MS;
  return {
    simplybookId,
    meetId: `room-${simplybookId}`,
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + 45 * MINUTE_MS).toISOString(),
  };
}
type Meeting = ReturnType<typeof booked>;

/** The window of the panels that a test opens. */
let windowId: number;
fakeBrowser.windows.getCurrent = async () => ({
  id: windowId,
  focused: true,
  incognito: false,
  alwaysOnTop: false,
});

/** The meetings that the server returns, by period. */
let lists: Partial<Record<string, Meeting[]>>;
const graphql = vi.fn<(operation: { variables: { period: string } }) => Promise<unknown>>();
provideTransport({ graphql } as unknown as Transport);

beforeEach(() => {
  fakeBrowser.reset();
  windowId = 1;
  lists = {};
  graphql.mockImplementation(async ({ variables }) => ({
    bookedMeetings: { edges: (lists[variables.period] ?? []).map((node) => ({ node })) },
  }));
});

afterEach(() => {
  vi.useRealTimers();
});

/** Opens a panel whose cache contains a meeting. */
function open(cached: Meeting | null = null) {
  const client = createQueryClient();
  if (cached !== null) {
    showPanelCache(client, {
      me: { time_zone: 'UTC' },
      meeting: cached,
      note: null,
    } as unknown as PanelCache);
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFollowedMeeting(cached?.simplybookId ?? null), { wrapper });
}

const [maya, noah] = [1, 2];

it.each([
  ['tomorrow', 24 * 60],
  ['in 5 minutes', 5],
])('opens the running meeting when the note shown last is of a meeting %s', async (_, startsIn) => {
  const next = booked(maya, startsIn);
  lists = { NOW: [booked(noah, -40)], UPCOMING: [next] };
  const { result } = open(next);
  await waitFor(() => expect(result.current.meetings.now).toHaveLength(1));
  expect(result.current.current).toBe(noah);
});

it('waits for the running meetings before it shows one that starts soon', async () => {
  lists = { UPCOMING: [booked(maya, 5)] };
  const answer = graphql.getMockImplementation()!;
  const release = Promise.withResolvers<void>();
  graphql.mockImplementation(async (operation) => {
    if (operation.variables.period === 'NOW') await release.promise;
    return answer(operation);
  });
  const { result } = open();
  await waitFor(() => expect(result.current.meetings.upcoming).toHaveLength(1));
  expect(result.current.current).toBeNull();
  release.resolve();
  await waitFor(() => expect(result.current.current).toBe(maya));
});

it('shows the running meeting of its cache before the server responds', () => {
  const { result } = open(booked(maya, -5));
  expect(result.current.current).toBe(maya);
});

it('shows the meeting of its cache when the server cannot be reached', async () => {
  graphql.mockRejectedValue(new AppError('NETWORK', 'Offline'));
  const { result } = open(booked(maya, 24 * 60));
  expect(result.current.current).toBeNull();
  await waitFor(() => expect(result.current.current).toBe(maya), { timeout: 10_000 });
});

it('the popup of one window does not change the panel of another one', async () => {
  lists = { NOW: [booked(noah, -5)], UPCOMING: [booked(maya, 60)] };
  const first = open();
  windowId = 2;
  const second = open();
  for (const { result } of [first, second]) await waitFor(() => expect(result.current.current).toBe(noah));
  await act(() => chooseMeeting(maya, 1));
  await waitFor(() => expect(first.result.current.current).toBe(maya));
  expect(second.result.current.current).toBe(noah);
});

it('shows the meeting that the popup of its window chose before it opened', async () => {
  lists = { NOW: [booked(noah, -5)], UPCOMING: [booked(maya, 60)] };
  await chooseMeeting(maya, 1);
  windowId = 2;
  const other = open();
  await waitFor(() => expect(other.result.current.current).toBe(noah));
  windowId = 1;
  const { result } = open();
  await waitFor(() => expect(result.current.current).toBe(maya));
  expect(other.result.current.current).toBe(noah);
});

describe('a panel that stays open', () => {
  const chosen = 9;

  beforeEach(() => {
    vi.useFakeTimers();
  });

  const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS));

  /** Opens a panel that shows another meeting than the ones it can offer. */
  async function openAtChosen() {
    const panel = open();
    await pass(0.1);
    act(() => panel.result.current.choose(chosen));
    return panel.result;
  }

  it('no longer offers a meeting that has ended, and offers the next one 10 minutes before it starts', async () => {
    const [first, second] = [booked(noah, 5), booked(maya, 65)];
    lists = { UPCOMING: [first, second] };
    const result = await openAtChosen();
    expect(result.current.started).toEqual(first);

    lists = { UPCOMING: [second], PAST: [first] };
    await pass(51);
    expect(result.current.started).toBeNull();
    expect(result.current.meetings).toEqual({ now: [], upcoming: [second], past: [first] });
    await pass(5);
    expect(result.current.started).toEqual(second);
  });

  it('offers a meeting that starts while the shown one is running', async () => {
    const [running, next] = [booked(noah, -5), booked(maya, 20)];
    lists = { NOW: [running], UPCOMING: [next] };
    const { result } = open();
    await pass(0.1);
    expect(result.current).toMatchObject({ current: noah, started: null });
    await pass(10);
    expect(result.current).toMatchObject({ current: noah, started: next });
    act(() => result.current.choose(maya));
    expect(result.current.started).toEqual(running);
  });

  it('no longer offers a meeting that has ended while the server cannot be reached', async () => {
    const [running, next] = [booked(noah, -5), booked(maya, 60)];
    lists = { NOW: [running], UPCOMING: [next] };
    const result = await openAtChosen();
    expect(result.current.started).toEqual(running);

    graphql.mockRejectedValue(new AppError('NETWORK', 'Offline'));
    await pass(42);
    expect(result.current.started).toBeNull();
    await pass(10);
    expect(result.current.started).toEqual(next);
  });
});
