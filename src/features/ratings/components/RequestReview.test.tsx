import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UNLIMITED } from '#shared/memberships/plans.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { ratingQueries } from '../queries.ts';
import { RequestReview } from './RequestReview.tsx';

async function openDialog(reviewsLeft: number): Promise<string | null> {
  const client = createQueryClient();
  client.setQueryData(ratingQueries.requestState().queryKey, { isEnabled: true, requestedAt: null });
  render(
    <QueryClientProvider client={client}>
      <RequestReview reviewsLeft={reviewsLeft} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('Request review'));
  return (await screen.findByText(/Your mentors will be notified/)).textContent;
}

// covers: SPR-019
it.each([
  [1, ' You have 1 review left. A request uses one when a mentor submits the review.'],
  [2, ' You have 2 reviews left. A request uses one when a mentor submits the review.'],
  [UNLIMITED, ''],
])('the dialog says how many reviews are left, except without a limit (%s)', async (left, allowance) => {
  expect(await openDialog(left)).toBe(`Your mentors will be notified.${allowance}`);
});
