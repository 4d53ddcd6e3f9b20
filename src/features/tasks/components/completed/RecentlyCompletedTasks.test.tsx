import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { clearOutbox, readOutbox } from '../../outbox.ts';
import { RecentlyCompletedTasks } from './RecentlyCompletedTasks.tsx';

const VIEWER = 7;
const TASK = {
  id: 'essay',
  pk: 3,
  name: 'Essay',
  completed: true,
  completedAt: new Date().toISOString(),
  permissions: ['change_task'],
  containingList: { name: 'Applications' },
};

let client: QueryClient;
/** The response of the upcoming tasks. */
let upcoming = Promise.withResolvers<unknown>();

beforeEach(() => {
  client = createQueryClient();
  upcoming = Promise.withResolvers();
  upcoming.resolve({ allUpcomingTasks: NO_TASKS });
});
afterEach(() => clearOutbox());

/**
 * Renders the section; `answer` handles its requests, except the one of the upcoming tasks above it.
 * @returns the names of the sent operations
 */
function renderSection(answer: (operation: string) => unknown): string[] {
  const sent: string[] = [];
  provideTransport({
    async graphql({ query }: GraphQLRequest) {
      if (/\bUpcomingTasks\b/.test(query)) return upcoming.promise;
      const [operation = ''] = /\b(?:RecentlyCompletedTasks|CompleteTask)\b/.exec(query) ?? [];
      sent.push(operation);
      return answer(operation);
    },
  } as unknown as Transport);
  render(
    <QueryClientProvider client={client}>
      <RecentlyCompletedTasks
        viewerPk={VIEWER}
        userPk={null}
        renderLink={({ name }) => <span>{name}</span>}
        isCardTitled={false}
      />
    </QueryClientProvider>,
  );
  return sent;
}

const NO_TASKS = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };
const pageOf = (...tasks: object[]) => ({
  recentlyCompletedTasks: {
    edges: tasks.map((node) => ({ node })),
    pageInfo: { hasNextPage: false, endCursor: null },
  },
});
const open = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Completed in the last 10 days' }));

it('appears after the upcoming tasks, which would move it', async () => {
  upcoming = Promise.withResolvers();
  const sent = renderSection(() => pageOf());
  expect(screen.queryByRole('button')).toBeNull();
  upcoming.resolve({ allUpcomingTasks: NO_TASKS });
  expect(await screen.findByRole('button')).toBeDefined();
  expect(sent).toEqual([]);
});

it('loads when it is opened, and says what appears there', async () => {
  const sent = renderSection(() => pageOf());
  await open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  expect(await screen.findByText('Tasks completed in the last 10 days appear here.')).toBeDefined();
  expect(sent).toEqual(['RecentlyCompletedTasks']);
});

it('offers to try again when it could not be loaded', async () => {
  let isBroken = true;
  renderSection(() => {
    if (isBroken) throw new AppError('INTERNAL', 'Broken');
    return pageOf(TASK);
  });
  await open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  fireEvent.click(retry);
  expect(await screen.findByText('Essay')).toBeDefined();
  expect(screen.getByText('Applications')).toBeDefined();
});

it('shows a task as reopened before the server responds, and as completed when it refuses', async () => {
  let refuse = () => {};
  renderSection((operation) => {
    if (operation === 'RecentlyCompletedTasks') return pageOf(TASK);
    return new Promise((_resolve, reject) => {
      refuse = () => reject(new AppError('FORBIDDEN', 'Refused'));
    });
  });
  await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Reopen Essay' }));
  expect(await screen.findByRole('checkbox', { name: 'Complete Essay' })).toBeDefined();
  refuse();
  expect(await screen.findByRole('checkbox', { name: 'Reopen Essay' })).toBeDefined();
});

it('keeps a task that was reopened offline as reopened', async () => {
  const sent = renderSection((operation) => {
    if (operation === 'RecentlyCompletedTasks') return pageOf(TASK);
    throw new AppError('NETWORK', 'Offline');
  });
  await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Reopen Essay' }));
  await waitFor(async () => expect(await readOutbox(VIEWER)).toHaveLength(1));
  // Reads the stored response of the server again.
  await waitFor(() =>
    expect(sent).toEqual(['RecentlyCompletedTasks', 'CompleteTask', 'RecentlyCompletedTasks']),
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByRole('checkbox', { name: 'Complete Essay' })).toBeDefined();
});
