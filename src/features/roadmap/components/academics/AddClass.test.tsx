import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import type { Roadmap } from '../../queries.ts';
import { AddClass } from './AddClass.tsx';

const roadmap = {
  id: 'roadmap',
  userPk: 5,
  year: 'JR',
  school: { id: 'school', name: 'Lowell High School' },
} as unknown as Roadmap;
const sent: unknown[] = [];

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  sent.length = 0;
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => {
      if (variables['input'] === undefined) return { schoolCourses: [] };
      sent.push(variables['input']);
      return {
        createClassGrade: { classGrade: { ...(variables['input'] as object), id: 'class', version: 1 } },
      };
    },
  } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

/** Opens the dialog. @returns closes it, as a click beside it does */
function open(): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <AddClass open owner="7" roadmap={roadmap} onClose={() => unmount()} />
    </QueryClientProvider>,
  );
  return unmount;
}

const field = () => screen.findByLabelText<HTMLInputElement>('Class name');
// Finds buttons by text, because finding roles in such a large form is slow.
const pick = () => screen.findByText('Add a class not listed');
async function typeClass(name: string) {
  fireEvent.click(await pick());
  fireEvent.change(await field(), { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Target grades, term 2'), { target: { value: '4' } });
}
const titles = async () => (await draftStore.of('7')).map(({ title }) => title);

it('a new class is kept when the dialog closes, and the next one opens with it', async () => {
  const close = open();
  await typeClass('Marine biology');
  close();
  expect(await draftStore.about('7', 'new-class:roadmap')).toMatchObject([
    { title: 'Class: Marine biology' },
  ]);
  open();
  expect((await field()).value).toBe('Marine biology');
  expect(screen.getByLabelText<HTMLSelectElement>('Target grades, term 2').value).toBe('4');

  fireEvent.click(screen.getByText('Discard draft'));
  await pick();
  await waitFor(async () => expect(await titles()).toEqual([]));
});

it('Cancel discards a new class', async () => {
  open();
  await typeClass('Marine biology');
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(async () => expect(await titles()).toEqual([]));
  open();
  await pick();
});

it('a class that was added leaves no draft, and the next one starts empty', async () => {
  open();
  await typeClass('Marine biology');
  fireEvent.submit((await field()).closest('form') as HTMLFormElement);
  fireEvent.click(await pick());
  expect((await field()).value).toBe('');
  expect(sent).toMatchObject([{ name: 'Marine biology', targetGrades: [null, 4] }]);
  await waitFor(async () => expect(await titles()).toEqual([]));
});
