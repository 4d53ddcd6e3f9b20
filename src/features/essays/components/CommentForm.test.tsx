import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { CommentForm } from './CommentForm.tsx';

const passage = { quote: 'a passage', prefix: '', suffix: '', start: 0 };
interface Sent {
  input: { body: string; idempotencyKey: string };
}
const sent: Sent['input'][] = [];
let respond: () => Promise<unknown>;

beforeEach(async () => {
  sent.length = 0;
  provideTransport({
    graphql: ({ variables }: { variables: Sent }) => {
      sent.push(variables.input);
      return respond();
    },
  } as unknown as Transport);
  await draftStore.put(
    {
      id: 'comment',
      owner: '7',
      subject: 'essay-comment:essay',
      title: 'Comment',
      changedAt: 1,
      values: { passage, body: 'first' },
      version: null,
      attempt: null,
    } as never,
    'relaxed',
  );
});
afterEach(async () => {
  await draftStore.clear();
});

async function openForm() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommentForm owner="7" essayId="essay" container={null} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(body().value).toBe('first'));
}
const body = () => screen.getByLabelText<HTMLTextAreaElement>('Comment');
const type = (value: string) => fireEvent.change(body(), { target: { value } });
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add comment' }));
const added = async () => ({ createEssayComment: { comment: { id: 'x' } } });

it('sends the corrected comment after a lost response, never the earlier one', async () => {
  await openForm();
  respond = () => Promise.reject(new AppError('NETWORK', 'Unreachable'));
  add();
  await screen.findByText('Could not send. Your comment is kept. Try again.');
  type('corrected');
  respond = added;
  add();
  await waitFor(() => expect(body().value).toBe(''));
  expect(sent.map((input) => input.body)).toEqual(['first', 'corrected']);
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
});

it('keeps what is typed while the comment is sent, and sends it next', async () => {
  await openForm();
  let answer: (response: unknown) => void = () => undefined;
  respond = () => new Promise((resolve) => (answer = resolve));
  add();
  await vi.waitUntil(() => sent.length === 1);
  type('first, and more');
  answer(await added());
  await screen.findByText(/An earlier version of your comment was added/);
  expect(body().value).toBe('first, and more');
  expect(await draftStore.about('7', 'essay-comment:essay')).toMatchObject([
    { values: { body: 'first, and more' } },
  ]);

  respond = added;
  add();
  await waitFor(() => expect(body().value).toBe(''));
  expect(sent[1]).toMatchObject({ body: 'first, and more' });
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  expect(screen.queryByText(/An earlier version of your comment was added/)).toBeNull();
});
