import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShowTogether } from './ShowTogether.tsx';
import { SkeletonText } from './Skeleton.tsx';

/** Two sections and the fallback; a section that has not loaded is a skeleton. */
const sections = ({ tasks, notes }: { tasks: boolean; notes: boolean }) => (
  <ShowTogether fallback={<p>Loading all</p>}>
    {tasks ? <p>Tasks</p> : <SkeletonText />}
    {notes ? <p>Notes</p> : <SkeletonText />}
  </ShowTogether>
);

const isShown = (text: string) => screen.queryByText(text)?.closest('[hidden]') === null;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows its sections when the last one has loaded, and never hides them again', async () => {
  const { rerender } = render(sections({ tasks: true, notes: false }));
  await wait(0);
  expect([isShown('Loading all'), isShown('Tasks')]).toEqual([true, false]);
  rerender(sections({ tasks: true, notes: true }));
  await wait(0);
  expect(screen.queryByText('Loading all')).toBeNull();
  expect([isShown('Tasks'), isShown('Notes')]).toEqual([true, true]);
  rerender(sections({ tasks: true, notes: false }));
  await wait(0);
  expect(isShown('Tasks')).toBe(true);
});

it('shows sections that have loaded before at once', () => {
  render(sections({ tasks: true, notes: true }));
  expect(screen.queryByText('Loading all')).toBeNull();
  expect(isShown('Tasks')).toBe(true);
});

it('shows what has loaded after two seconds', async () => {
  render(sections({ tasks: true, notes: false }));
  await wait(1999);
  expect(isShown('Tasks')).toBe(false);
  await wait(1);
  expect(screen.queryByText('Loading all')).toBeNull();
  expect(isShown('Tasks')).toBe(true);
});
