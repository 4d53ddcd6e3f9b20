import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError, unreachable } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { membershipQueries } from '../queries.ts';
import { CorrectionForm } from './CorrectionForm.tsx';

it('says that the earlier correction was stored when a changed one follows a lost response', async () => {
  const respond = vi.fn<() => Promise<unknown>>();
  const keys: string[] = [];
  const rest = ({ body }: RestRequest) => {
    keys.push((body as { idempotency_key: string }).idempotency_key);
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
  const button = screen.getByRole('button', { name: 'Correct membership' });
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  respond.mockRejectedValueOnce(unreachable());
  type(/Reason/, 'Sorry');
  fireEvent.click(button);
  await screen.findByText('The server could not be reached.');
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);

  const fields = { idempotencyKey: 'This idempotency key was already used with different input.' };
  respond.mockRejectedValueOnce(new AppError('INVALID_INPUT', 'Check the marked fields.', { fields }));
  type(/Amount/, '2');
  fireEvent.click(button);
  await screen.findByText('Your earlier correction was stored. Check the history.');
  expect(keys[1]).toBe(keys[0]);

  respond.mockRejectedValueOnce(unreachable());
  fireEvent.click(button);
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[2]).not.toBe(keys[1]);
});
