import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError, unreachable } from '#shared/kernel/errors.ts';
import type { MembershipDetail } from '#shared/memberships/detail-responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { membershipQueries } from '../queries.ts';
import { CorrectionForm } from './CorrectionForm.tsx';

const PLAN = { name: 'Basic', price_cents: 0, currency: 'USD', months: 1 };
const CORRECTED: MembershipDetail = {
  student: { pk: 5, full_name: 'Maya Chen' },
  current: {
    membership_name: 'Basic',
    plan: 'free',
    state: 'active',
    period_end: '2026-12-01',
    cancels_at_period_end: false,
    access_ends_at: null,
  },
  current_plan: { ...PLAN, length: 'free', meetings_per_month: 1, reviews_per_period: 1 },
  meetings_remaining: 1,
  reviews_remaining: 1,
  entries: [],
  plans: [],
  can_manage_payment: false,
};

/** Renders the form. @returns its query, its button and a way to type */
function renderForm(respond: () => Promise<unknown>) {
  const sent: Record<string, unknown>[] = [];
  const rest = ({ body }: RestRequest) => {
    sent.push(body as Record<string, unknown>);
    return respond();
  };
  provideTransport({ rest } as unknown as Transport);
  const client = createQueryClient();
  const { queryKey } = membershipQueries.detail(5);
  client.setQueryData(queryKey, {} as never);
  render(
    <QueryClientProvider client={client}>
      <CorrectionForm pk={5} />
    </QueryClientProvider>,
  );
  return {
    sent,
    isInvalidated: () => client.getQueryState(queryKey)?.isInvalidated,
    button: screen.getByRole('button', { name: 'Correct membership' }),
    field: (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label),
    type: (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } }),
  };
}

it('says that the earlier correction was stored when a changed one follows a lost response', async () => {
  const respond = vi.fn<() => Promise<unknown>>();
  const { sent, isInvalidated, button, type } = renderForm(respond);
  const keys = () => sent.map(({ idempotency_key }) => idempotency_key);

  respond.mockRejectedValueOnce(unreachable());
  type(/Reason/, 'Sorry');
  fireEvent.click(button);
  await screen.findByText('The server could not be reached.');
  expect(isInvalidated()).toBe(true);

  const fields = { idempotencyKey: 'This idempotency key was already used with different input.' };
  respond.mockRejectedValueOnce(new AppError('INVALID_INPUT', 'Check the marked fields.', { fields }));
  type(/Amount/, '2');
  fireEvent.click(button);
  await screen.findByText('Your earlier correction was stored. Check the history.');
  expect(keys()[1]).toBe(keys()[0]);

  respond.mockRejectedValueOnce(unreachable());
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(keys()[2]).not.toBe(keys()[1]);
});

it('keeps what is typed while a correction is being saved, and empties the other fields', async () => {
  const response = Promise.withResolvers<unknown>();
  const { sent, button, field, type } = renderForm(() => response.promise);
  type(/Amount/, '3');
  type(/Reason/, 'Sorry');
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  type(/Reason/, 'Welcome');
  await act(async () => response.resolve(CORRECTED));
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect([field(/Amount/).value, field(/Reason/).value]).toEqual(['1', 'Welcome']);

  fireEvent.click(button);
  await waitFor(() => expect(sent[1]).toMatchObject({ amount: 1, note: 'Welcome' }));
  expect(sent[1]?.['idempotency_key']).not.toBe(sent[0]?.['idempotency_key']);
  await waitFor(() => expect(field(/Reason/).value).toBe(''));
});
