import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { ActivityCategory } from '#shared/roadmap/activities.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { ActivityForm } from './ActivityForm.tsx';

interface Sent {
  name: string;
  category: ActivityCategory;
  idempotencyKey: string;
}
const sent: Sent[] = [];
let respond: (input: Sent) => unknown;

beforeEach(() => {
  sent.length = 0;
  respond = (input) => ({ createActivity: { activity: { ...input, id: 'activity', version: 1 } } });
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

/** Opens the form. @returns closes it, as a click beside the dialog does, and tells when it was done */
function open(category: ActivityCategory = 'SP', roadmapId = 'roadmap') {
  const onDone = vi.fn<() => void>();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ActivityForm owner="7" roadmapId={roadmapId} category={category} onDone={onDone} />
    </QueryClientProvider>,
  );
  return { close: unmount, onDone };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
async function type(name: string, value: string) {
  fireEvent.change(await field(name), { target: { value } });
}
const press = (name: string) => fireEvent.click(screen.getByText(name).closest('button') as Element);
const titles = async () => (await draftStore.of('7')).map(({ title }) => title);

it('a new activity is kept when its dialog closes, and restored in the same category of the same roadmap', async () => {
  const first = open();
  await type('Name', 'Rowing');
  fireEvent.click(screen.getByLabelText('Junior'));
  first.close();
  expect(await titles()).toEqual(['Activity: Rowing']);

  for (const [category, roadmapId] of [
    ['OT', 'roadmap'],
    ['SP', 'roadmap of someone else'],
  ] as const) {
    const other = open(category, roadmapId);
    expect((await field('Name')).value).toBe('');
    other.close();
  }
  open();
  expect((await field('Name')).value).toBe('Rowing');
  expect(screen.getByLabelText<HTMLInputElement>('Junior').checked).toBe(true);
  expect(screen.getByText('Draft restored')).toBeDefined();

  press('Discard draft');
  await waitFor(async () => expect((await field('Name')).value).toBe(''));
});

it('Cancel discards a new activity', async () => {
  const { onDone } = open();
  await type('Name', 'Rowing');
  press('Cancel');
  expect(onDone).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await titles()).toEqual([]));
});

it('an activity that was added leaves no draft', async () => {
  const { onDone } = open();
  await type('Name', 'Rowing');
  press('Add record');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: 'Rowing', category: 'SP' }]);
  expect(await titles()).toEqual([]);
});

it('a corrected activity is added after a lost response, and not the earlier one', async () => {
  const answer = respond;
  respond = () => Promise.reject(new AppError('NETWORK', 'Unreachable'));
  const { onDone } = open();
  await type('Name', 'Rowing');
  press('Add record');
  await waitFor(() => expect(sent).toHaveLength(1));
  respond = answer;
  await type('Name', 'Rowing team');
  press('Add record');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent[1]).toMatchObject({ name: 'Rowing team' });
  expect(await titles()).toEqual([]);
});

it('what is typed while an activity is being added stays in the form, with a message', async () => {
  const answer = respond;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  respond = async (input) => {
    await arrived;
    return answer(input);
  };
  const { onDone } = open();
  await type('Name', 'Rowing');
  press('Add record');
  await waitFor(() => expect(sent).toHaveLength(1));
  await type('Name', 'Rowing team');
  arrive();
  await screen.findByText(/^An earlier version of this activity was added/);
  expect(onDone).not.toHaveBeenCalled();
  expect((await field('Name')).value).toBe('Rowing team');
  expect(await titles()).toEqual(['Activity: Rowing team']);
});
