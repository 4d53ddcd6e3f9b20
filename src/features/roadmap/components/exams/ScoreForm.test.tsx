import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import type { Roadmap } from '../../queries.ts';
import { ExamsTab } from './ExamsTab.tsx';

const sat = {
  id: 'sat',
  takenAt: '2024-03-09',
  erw: 600,
  math: 600,
  reading: null,
  analysis: null,
  writing: null,
  score: 1200,
  version: 1,
};
const roadmap = {
  id: 'roadmap',
  permissions: ['change_roadmap'],
  satScores: [sat],
  actScores: [],
  examScores: [],
} as unknown as Roadmap;

interface Sent {
  math: number;
  version?: number;
  idempotencyKey?: string;
}
const sent: Sent[] = [];
let respond: (input: Sent) => unknown;

beforeEach(() => {
  sent.length = 0;
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => {
      const input = variables['input'] as Sent;
      sent.push(input);
      return respond(input);
    },
  } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

/** Opens the tab. @returns closes it */
function openTab(): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ExamsTab owner="7" roadmap={roadmap} />
    </QueryClientProvider>,
  );
  return unmount;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const EDIT = /^Edit SAT score/;
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
async function type(name: string | RegExp, value: string) {
  fireEvent.change(await field(name), { target: { value } });
}
const titles = async () => (await draftStore.of('7')).map(({ title }) => title);
const dialogCloses = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('a new score is restored after the page closed, and discarded by Cancel', async () => {
  const close = openTab();
  press('Add SAT score');
  await type(/^Math/, '700');
  close();
  expect(await titles()).toEqual(['Score: SAT']);

  openTab();
  press('Add ACT score');
  await field(/^Mathematics/);
  expect(screen.queryByText('Draft restored')).toBeNull();
  press('Cancel');
  await dialogCloses();
  press('Add SAT score');
  expect((await field(/^Math/)).value).toBe('700');
  expect(screen.getByText('Draft restored')).toBeDefined();
  press('Cancel');
  await dialogCloses();
  await waitFor(async () => expect(await titles()).toEqual([]));
});

it('a new score without a response is repeated with the same key after the page closed', async () => {
  respond = () => Promise.reject(new AppError('NETWORK', 'Unreachable'));
  const close = openTab();
  press('Add SAT score');
  const date = await field(/^Exam date/);
  fireEvent.change(date, { target: { value: '03/09/2024' } });
  fireEvent.blur(date);
  await type(/^Math/, '700');
  await type(/^Reading and Writing/, '690');
  press('Add score');
  await waitFor(() => expect(sent).toHaveLength(1));
  close();

  respond = () => ({ createSatScore: { satScoreEdge: { node: sat } } });
  openTab();
  press('Add SAT score');
  await screen.findByText('Draft restored');
  press('Add score');
  await dialogCloses();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({ math: 700, erw: 690, idempotencyKey: expect.any(String) as string });
  expect(await titles()).toEqual([]);
});

it('changes of a score are restored after the page closed, with the version that they started from', async () => {
  const close = openTab();
  press(EDIT);
  await type(/^Math/, '650');
  close();
  expect(await titles()).toEqual(['Score: SAT']);

  respond = () => ({ updateSatScore: { satScore: { ...sat, math: 650, version: 2 } } });
  openTab();
  press(EDIT);
  expect((await field(/^Math/)).value).toBe('650');
  press('Save score');
  await dialogCloses();
  expect(sent).toMatchObject([{ math: 650, version: 1 }]);
  expect(await titles()).toEqual([]);
});

it('what is typed while a score is being saved stays in the form, with a message', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  respond = async ({ math }) => {
    await arrived;
    return { updateSatScore: { satScore: { ...sat, math, version: sent.length + 1 } } };
  };
  openTab();
  press(EDIT);
  await type(/^Math/, '650');
  press('Save score');
  await waitFor(() => expect(sent).toHaveLength(1));
  await type(/^Math/, '660');
  arrive();
  await screen.findByText(/^The score was saved without your last changes/);
  expect((await field(/^Math/)).value).toBe('660');
  press('Save score');
  await dialogCloses();
  expect(sent[1]).toMatchObject({ math: 660, version: 2 });
  expect(await titles()).toEqual([]);
});

it('deleting a score deletes the draft of its changes, and moves the focus to the heading', async () => {
  const close = openTab();
  press(EDIT);
  await type(/^Math/, '650');
  close();
  respond = () => ({ deleteExamScore: sat });
  openTab();
  press(/^Delete SAT score/);
  press('Delete');
  await dialogCloses();
  await waitFor(async () => expect(await titles()).toEqual([]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'SAT' })));
});

it('a complete date is restored after the page closed while the field had the focus', async () => {
  const close = openTab();
  press('Add SAT score');
  await type(/^Exam date/, '03/09/2024');
  close();
  openTab();
  press('Add SAT score');
  expect((await field(/^Exam date/)).value).toBe('03/09/2024');
});

it('an unreadable date is not saved and does not replace the stored one', async () => {
  const close = openTab();
  press(EDIT);
  await type(/^Math/, '650');
  await type(/^Exam date/, '03/1');
  fireEvent.blur(await field(/^Exam date/));
  await screen.findByText('Invalid date');
  press('Save score');
  close();
  openTab();
  press(EDIT);
  expect((await field(/^Exam date/)).value).toBe('03/09/2024');
  expect((await field(/^Math/)).value).toBe('650');
  expect(sent).toEqual([]);
});
