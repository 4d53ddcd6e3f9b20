import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { CancelMeetingDialog } from './CancelMeetingDialog.tsx';

it('stays open with the typed reason and the error until the meeting is canceled', async () => {
  let isReachable = false;
  const reasons: string[] = [];
  const graphql = async ({ variables }: { variables: { input: { reason: string } } }) => {
    reasons.push(variables.input.reason);
    if (!isReachable) throw new AppError('NETWORK', 'Unreachable');
    return { cancelMeeting: { meeting: { id: 'x' } } };
  };
  provideTransport({ graphql } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CancelMeetingDialog
        meeting={{ id: 'x', sequence: 1, title: 'Maya', returnsToBalance: null }}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  const reason = () => screen.getByLabelText<HTMLInputElement>('Reason');
  fireEvent.change(reason(), { target: { value: 'I am ill' } });
  const cancel = async () =>
    fireEvent.click((await screen.findByText('Cancel meeting')).closest('button') as Element);
  await cancel();
  expect((await screen.findByRole('alert')).textContent).toContain('Could not cancel the meeting');
  expect(reason().value).toBe('I am ill');
  expect(onClose).not.toHaveBeenCalled();

  isReachable = true;
  await cancel();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(reasons).toEqual(['I am ill', 'I am ill']);
});

it('loads the meetings again when someone else has changed the meeting', async () => {
  const graphql = async () => {
    throw new AppError('CONFLICT', BOOKING_MESSAGES.changed);
  };
  provideTransport({ graphql } as unknown as Transport);
  const read = vi.fn<() => Promise<string>>(async () => 'meetings');
  function Meetings() {
    const { data } = useQuery({ queryKey: ['meetings'], queryFn: read });
    return <p>{data}</p>;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Meetings />
      <CancelMeetingDialog
        meeting={{ id: 'x', sequence: 1, title: 'Maya', returnsToBalance: null }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'I am ill' } });
  fireEvent.click((await screen.findByText('Cancel meeting')).closest('button') as Element);
  await screen.findByText(new RegExp(BOOKING_MESSAGES.changed));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

it.each([
  [true, 'This adds one meeting back to the meetings remaining.'],
  [false, 'The number of meetings remaining does not change.'],
  [null, null],
])('says how the cancellation changes the remaining meetings: %s', (returnsToBalance, sentence) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CancelMeetingDialog
        meeting={{ id: 'x', sequence: 1, title: 'Maya', returnsToBalance }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const end = 'Everyone invited gets an email with your reason.';
  expect(screen.getByText(/^Maya\./).textContent).toBe(
    `Maya. ${end}${sentence === null ? '' : ` ${sentence}`}`,
  );
});
