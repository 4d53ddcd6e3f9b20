import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ListNameDialog } from './ListNameDialog.tsx';

// covers: FORM-001 FORM-002 FORM-003
it('is submitting until the response; a failed create shows an error and can be sent again', async () => {
  let answer = Promise.withResolvers<void>();
  const onSubmit = vi.fn<(name: string) => Promise<void>>(() => answer.promise);
  const onClose = vi.fn<() => void>();
  render(<ListNameDialog title="Add a list" submitLabel="Add" onSubmit={onSubmit} onClose={onClose} />);
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  const add = screen.getByText('Add').closest('button') as HTMLButtonElement;
  const isBusy = () => add.getAttribute('aria-busy') === 'true';
  const hasError = () => name.getAttribute('aria-invalid') === 'true';
  fireEvent.change(name, { target: { value: 'Essays' } });
  expect([isBusy(), hasError()]).toEqual([false, false]);

  fireEvent.click(add);
  await waitFor(() => expect(isBusy()).toBe(true));
  // Otherwise text typed now would be lost when the dialog closes.
  expect(name.readOnly).toBe(true);
  fireEvent.click(add);
  answer.reject(new Error('no network'));
  await screen.findByText('Could not save. Try again.');
  expect([isBusy(), hasError(), name.value]).toEqual([false, true, 'Essays']);
  expect(name.readOnly).toBe(false);
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();

  answer = Promise.withResolvers();
  fireEvent.click(add);
  answer.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(hasError()).toBe(false);
});
