import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { QuickAdd } from './QuickAdd.tsx';

// Loads the parser before the tests: loading it with the first line can take longer than they wait.
beforeAll(() => import('../parse-line.ts'));

/**
 * Submits 'Essay'.
 * @returns the field, the names of the sent tasks, and functions that answer or refuse the request and wait until the form shows the result
 */
async function submitEssay(onAdded: () => void) {
  let response: PromiseWithResolvers<unknown> | undefined;
  const names: unknown[] = [];
  const graphql = ({ variables }: GraphQLRequest) => {
    names.push((variables['input'] as { name: unknown }).name);
    return (response = Promise.withResolvers()).promise;
  };
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
  await waitFor(() => expect(response).toBeDefined());
  const isDone = () => waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  return {
    field,
    names,
    answer: () => {
      response?.resolve({ createTask: { task: { id: 'task' } } });
      return isDone();
    },
    refuse: () => {
      response?.reject(new AppError('INVALID_INPUT', 'A list can have at most 500 open tasks'));
      return isDone();
    },
  };
}

it('clears the line for the next one before the server answers', async () => {
  const onAdded = vi.fn<() => void>();
  const { field, answer } = await submitEssay(onAdded);
  expect(field.value).toBe('');
  expect(onAdded).not.toHaveBeenCalled();
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

it('puts a refused line back, also before the next one', async () => {
  const onAdded = vi.fn<() => void>();
  const { field, refuse } = await submitEssay(onAdded);
  await refuse();
  expect(field.value).toBe('Essay');
  expect(screen.getByText('A list can have at most 500 open tasks')).toBeDefined();

  cleanup();
  const second = await submitEssay(onAdded);
  fireEvent.change(second.field, { target: { value: 'Recommendation letter' } });
  await second.refuse();
  expect(second.field.value).toBe('Essay Recommendation letter');
  expect(onAdded).not.toHaveBeenCalled();
});

it('adds the next line after the first one when it was entered in between', async () => {
  const onAdded = vi.fn<() => void>();
  const { field, names, answer } = await submitEssay(onAdded);
  fireEvent.change(field, { target: { value: 'Recommendation letter' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(names).toEqual(['Essay']);
  const first = answer();
  await waitFor(() => expect(names).toEqual(['Essay', 'Recommendation letter']));
  expect(field.value).toBe('');
  await Promise.all([first, answer()]);
  expect(onAdded).toHaveBeenCalledOnce();
});

it('does not add a line that was changed after it was entered, or that follows a refused one', async () => {
  const { field, names, answer } = await submitEssay(() => undefined);
  fireEvent.change(field, { target: { value: 'Recommendation letter' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.change(field, { target: { value: 'Recommendation letter of Ms. Lee' } });
  await answer();
  expect(field.value).toBe('Recommendation letter of Ms. Lee');
  expect(names).toEqual(['Essay']);

  cleanup();
  const second = await submitEssay(() => undefined);
  fireEvent.change(second.field, { target: { value: 'Recommendation letter' } });
  fireEvent.keyDown(second.field, { key: 'Enter' });
  await second.refuse();
  expect(second.field.value).toBe('Essay Recommendation letter');
  expect(second.names).toEqual(['Essay']);
});
