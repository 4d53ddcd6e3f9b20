import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import type { EssayDetail } from '../queries.ts';
import { EssayFormDialog } from './EssayFormDialog.tsx';

it('an unreadable due date is not saved and does not remove the stored one', async () => {
  const sent: unknown[] = [];
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => sent.push(variables['input']),
  } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  const essay = {
    id: 'essay',
    title: 'Common App',
    prompt: '',
    dueOn: '2027-01-15',
  } as unknown as EssayDetail;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EssayFormDialog studentPk={5} colleges={[]} essay={essay} onClose={onClose} />
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
