import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { QuickAdd } from './QuickAdd.tsx';

// Loads the parser before the tests: loading it with the first line can take longer than they wait.
beforeAll(() => import('../parse-line.ts'));

/**
 * Submits 'Essay'.
 * @returns the field, and a function that answers the request and waits until the form shows the result
 */
async function submitEssay(onAdded: () => void) {
  let answer: (() => void) | undefined;
  const graphql = () =>
    new Promise((resolve) => {
      answer = () => resolve({ createTask: { task: { id: 'task' } } });
    });
  provideTransport({ graphql } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <QuickAdd viewerPk={7} lists={[{ id: 'list', name: 'School' }]} onAdded={onAdded} />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Add a task');
  fireEvent.change(field, { target: { value: 'Essay' } });
  const button = screen.getByRole('button', { name: 'Add' });
  fireEvent.click(button);
  await waitFor(() => expect(answer).toBeDefined());
  return {
    field,
    answer: async () => {
      answer?.();
      await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    },
  };
}

it('clears the line that was added', async () => {
  const onAdded = vi.fn<() => void>();
  const { field, answer } = await submitEssay(onAdded);
  await answer();
  expect(field.value).toBe('');
  expect(onAdded).toHaveBeenCalledOnce();
});

it('keeps the next line that was typed while a task was being added', async () => {
  const onAdded = vi.fn<() => void>();
  const { field, answer } = await submitEssay(onAdded);
  fireEvent.change(field, { target: { value: 'Recommendation letter' } });
  await answer();
  expect(field.value).toBe('Recommendation letter');
  // `onAdded` would close a dialog, and the next line would be lost.
  expect(onAdded).not.toHaveBeenCalled();
});
