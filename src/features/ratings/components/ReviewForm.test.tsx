import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { REVIEW_MESSAGES } from '#shared/ratings/review.ts';
import { RATING_CATEGORY_CODES } from '#shared/ratings/schema.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import type { RatingToReview } from '../queries.ts';
import { ReviewForm } from './ReviewForm.tsx';

const category = { depth: 1, breadth: 1, comments: '', total: 2, rated: true };
const rating = {
  id: 'rating',
  userPk: 5,
  userFullName: 'Maya',
  points: 14,
  targetPoints: 50,
  targetPointsComments: '',
  version: 1,
  permissions: [],
  ...Object.fromEntries(RATING_CATEGORY_CODES.map((code) => [code, category])),
} as unknown as RatingToReview;

interface Sent {
  leadership: [number, number];
  version: number;
  idempotencyKey: string;
}
const sent: Sent[] = [];
let respond: () => Promise<unknown>;

beforeEach(() => {
  sent.length = 0;
  provideTransport({
    graphql: ({ variables }: { variables: { input: Sent } }) => {
      sent.push(variables.input);
      return respond();
    },
  } as unknown as Transport);
});
afterEach(async () => {
  await draftStore.clear();
});

async function chooseDepth(level: number) {
  const legend = await screen.findByText('Depth of Leadership');
  fireEvent.click(legend.parentElement?.querySelectorAll('input')[level] as Element);
}

// Finds the button by text, because finding roles in such a large form is slow.
async function submit() {
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  fireEvent.click((await screen.findByText('Submit review')).closest('button') as Element);
}
const dialogCloses = () => waitFor(() => expect(screen.queryByText('Submit review')).toBeNull());

it('submits the corrected review after a lost response, never the earlier one', async () => {
  const onDone = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReviewForm viewerPk={7} rating={rating} onDone={onDone} />
    </QueryClientProvider>,
  );
  await chooseDepth(2);
  respond = () => Promise.reject(new AppError('NETWORK', 'Unreachable'));
  await submit();
  await dialogCloses();
  await chooseDepth(3);
  respond = async () => ({ createSprReview: { studentProfileRating: { id: 'rating', version: 2 } } });
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  // The server refuses the version if the first request arrived.
  expect(sent).toMatchObject([
    { leadership: [2, 1], version: 1 },
    { leadership: [3, 1], version: 1 },
  ]);
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  expect(await draftStore.about('7', 'rating-review:5')).toEqual([]);
});

it('a comment on a category without levels stops the review, and stays in the form', async () => {
  const unrated = { depth: 0, breadth: 0, comments: '', total: 0, rated: false };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReviewForm viewerPk={7} rating={{ ...rating, leadership: unrated }} onDone={() => {}} />
    </QueryClientProvider>,
  );
  const comment = await screen.findByLabelText<HTMLTextAreaElement>('Comments on Leadership');
  fireEvent.change(comment, { target: { value: 'Ask the coach' } });
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  await screen.findByText(REVIEW_MESSAGES.unratedComment);
  expect(screen.queryByText('Submit review')).toBeNull();
  expect(comment.value).toBe('Ask the coach');
});

it('Cancel asks before it discards what was entered', async () => {
  const onDone = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReviewForm viewerPk={7} rating={rating} onDone={onDone} />
    </QueryClientProvider>,
  );
  const comment = await screen.findByLabelText<HTMLTextAreaElement>('Comments on Leadership');
  fireEvent.change(comment, { target: { value: 'Ask the coach' } });
  const press = async (text: string) =>
    fireEvent.click((await screen.findByText(text)).closest('button') as Element);
  await press('Cancel');
  await screen.findByText('Discard this review?');
  expect(onDone).not.toHaveBeenCalled();
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByText('Discard this review?')).toBeNull());
  expect(comment.value).toBe('Ask the coach');
  expect(await draftStore.about('7', 'rating-review:5')).toHaveLength(1);

  await press('Cancel');
  await press('Discard review');
  expect(onDone).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await draftStore.about('7', 'rating-review:5')).toEqual([]));
});

it('Cancel of an unchanged review does not ask', async () => {
  const onDone = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReviewForm viewerPk={7} rating={rating} onDone={onDone} />
    </QueryClientProvider>,
  );
  await screen.findByText('Depth of Leadership');
  fireEvent.click(screen.getByText('Cancel').closest('button') as Element);
  expect(onDone).toHaveBeenCalledOnce();
});
