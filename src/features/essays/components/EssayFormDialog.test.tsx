import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { closingWriters } from '#src/lib/drafts/open-writers.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import type { EssayDetail } from '../queries.ts';
import { EssayFormDialog } from './EssayFormDialog.tsx';

const common = {
  id: 'essay',
  pk: 3,
  title: 'Common App',
  prompt: '',
  dueOn: '2027-01-15',
} as unknown as EssayDetail;

afterEach(async () => {
  await draftStore.clear();
});

/** Opens the dialog. @returns closes it, as a click beside it does */
function open(essay?: EssayDetail): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <EssayFormDialog
        owner="7"
        studentPk={5}
        colleges={[]}
        onClose={() => unmount()}
        {...(essay === undefined ? {} : { essay })}
      />
    </QueryClientProvider>,
  );
  return unmount;
}

async function type(label: string, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
}
const valueOf = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const titles = async () => (await draftStore.of('7')).map(({ title }) => title);

it('a new essay is kept when the dialog closes, and restored in the next one', async () => {
  const close = open();
  await type('Title', 'Honors college');
  await type('Prompt', 'Typed from the paper form');
  close();
  open();
  expect(await valueOf('Prompt')).toBe('Typed from the paper form');
  expect(await valueOf('Title')).toBe('Honors college');
  expect(screen.getByText('Draft restored')).toBeDefined();
  expect(await draftStore.about('7', 'new-essay:5')).toMatchObject([{ title: 'Essay: Honors college' }]);

  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  await waitFor(async () => expect(await valueOf('Prompt')).toBe(''));
});

it('the button that adds an essay waits for the fields', async () => {
  // A new editor waits for one that is storing its last text.
  const storing = Promise.withResolvers<void>();
  closingWriters.add(storing.promise);
  open();
  const button = await screen.findByRole('button', { name: 'Add essay' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  closingWriters.delete(storing.promise);
  storing.resolve();
  await screen.findByLabelText('Title');
  expect(button.getAttribute('aria-busy')).toBeNull();
});

it('Cancel discards a new essay', async () => {
  open();
  await type('Title', 'Honors college');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await titles()).toEqual([]));
  open();
  expect(await valueOf('Title')).toBe('');
});

it('an essay that was added leaves no draft, also after a lost response', async () => {
  const sent: { title: string; idempotencyKey: string }[] = [];
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => {
      sent.push(variables['input'] as (typeof sent)[number]);
      if (sent.length === 1) throw new AppError('NETWORK', 'Unreachable');
      return { createEssay: { essay: { ...common, pk: 3, body: JSON.stringify(emptyRichText) } } };
    },
  } as unknown as Transport);
  const close = open();
  await type('Title', 'Honors college');
  fireEvent.submit((await screen.findByLabelText('Title')).closest('form') as HTMLFormElement);
  await screen.findByText('Could not save. Check your connection and try again.');
  close();
  open();
  fireEvent.submit((await screen.findByLabelText('Title')).closest('form') as HTMLFormElement);
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  expect(sent).toMatchObject([{ title: 'Honors college' }, { title: 'Honors college' }]);
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  expect(await titles()).toEqual([]);
});

it('restored details keep what someone else changed in the other fields', async () => {
  const sent: unknown[] = [];
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => sent.push(variables['input']),
  } as unknown as Transport);
  const close = open(common);
  await type('Prompt', 'Tell us your story');
  close();
  open({ ...common, dueOn: '2027-02-01' });
  expect(await valueOf('Prompt')).toBe('Tell us your story');
  expect(await titles()).toEqual(['Details of Common App']);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await titles()).toEqual([]));
  expect(sent).toMatchObject([{ prompt: 'Tell us your story', dueOn: '2027-02-01' }]);
});

it('an unreadable due date is not saved and does not remove the stored one', async () => {
  const sent: unknown[] = [];
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => sent.push(variables['input']),
  } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EssayFormDialog owner="7" studentPk={5} colleges={[]} essay={common} onClose={onClose} />
    </QueryClientProvider>,
  );
  const box = await screen.findByLabelText('Due date');
  const save = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    fireEvent.submit(box.closest('form') as HTMLFormElement);
  };
  save('January');
  expect(screen.getByText('Invalid date')).toBeDefined();
  save('02/01/2027');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ dueOn: '2027-02-01' }]);
});
