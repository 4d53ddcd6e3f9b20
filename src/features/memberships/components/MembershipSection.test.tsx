import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { useReturnFromPayment } from '../useReturnFromPayment.ts';
import { MembershipSection } from './MembershipSection.tsx';

const FREE = {
  length: 'free',
  name: 'Free',
  price_cents: 0,
  currency: 'usd',
  months: 6,
  meetings_per_month: 2,
  reviews_per_period: 1,
};
const YEARLY = { ...FREE, length: 'yearly', name: 'Yearly', price_cents: 99_000, months: 12 };
const CURRENT = {
  membership_name: 'Free',
  plan: 'free',
  state: 'active',
  period_end: '2027-10-01T00:00:00Z',
  cancels_at_period_end: false,
  access_ends_at: null,
};

let isReported: boolean;
beforeEach(() => {
  isReported = false;
  const rest = async ({ params }: RestRequest) => ({
    student: { pk: Number(params?.['pk']), full_name: 'Maya Okafor' },
    current: isReported ? { ...CURRENT, membership_name: 'Yearly', plan: 'yearly' } : CURRENT,
    current_plan: isReported ? YEARLY : FREE,
    meetings_remaining: 2,
    reviews_remaining: 1,
    entries: [],
    plans: isReported ? [] : [FREE, YEARLY],
    can_manage_payment: isReported,
  });
  provideTransport({ rest } as unknown as Transport);
});

function Sections() {
  const returned = useReturnFromPayment();
  return [
    { pk: 5, name: 'Maya' },
    { pk: 6, name: 'Ben' },
  ].map((student) => <MembershipSection key={student.pk} student={student} returned={returned} />);
}

function openSections(search: string) {
  const router = createMemoryRouter([{ path: '/', element: <Sections /> }], {
    initialEntries: [`/${search}`],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('confirms a payment, does not offer to pay again, and shows the membership once it is reported', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const router = openSections('?checkout=done&student=5');
  expect(await screen.findByText('Payment received. The membership changes in a moment.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Continue to payment' })).toHaveLength(1);
  expect(router.state.location.search).toBe('');
  isReported = true;
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('Payment received')).toBeTruthy();
  expect(screen.getAllByText('Yearly').length).toBeGreaterThan(0);
  vi.useRealTimers();
});

it('says that a canceled payment charged nothing', async () => {
  openSections('?checkout=canceled&student=6');
  expect(await screen.findByText('The payment was canceled. Nothing was charged.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Continue to payment' })).toHaveLength(2);
});
