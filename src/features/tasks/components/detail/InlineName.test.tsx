import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { InlineName } from './InlineName.tsx';

function openName() {
  const responses: PromiseWithResolvers<void>[] = [];
  const onSave = vi.fn<(name: string) => Promise<void>>(() => {
    const response = Promise.withResolvers<void>();
    responses.push(response);
    return response.promise;
  });
  const element = (name: string) => <InlineName name={name} canChange onSave={onSave} />;
  const { rerender } = render(element('Essay'));
  fireEvent.click(screen.getByTitle('Edit name'));
  return {
    onSave,
    responses,
    type: (name: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } }),
    leave: () => act(async () => fireEvent.blur(screen.getByLabelText('Name'))),
    /** Shows another name of the task, as the cache does before and after a failure. */
    show: (name: string) => rerender(element(name)),
  };
}

const typed = () => screen.queryByLabelText<HTMLInputElement>('Name')?.value;

it('keeps a typed name that could not be saved, and saves it later', async () => {
  const { onSave, responses, type, leave, show } = openName();
  type('Essay 2');
  await leave();
  show('Essay 2');
  await act(async () => responses[0]?.reject(new Error('Offline')));
  expect(typed()).toBe('Essay 2');
  await leave();
  expect(onSave.mock.calls).toEqual([['Essay 2'], ['Essay 2']]);
  await act(async () => responses[1]?.resolve());
  expect(typed()).toBeUndefined();
});

it('keeps the field open for what is typed while the name is being saved', async () => {
  const { onSave, responses, type, leave } = openName();
  type('Essay 2');
  await leave();
  await leave();
  type('Essay 23');
  await act(async () => responses[0]?.resolve());
  expect(typed()).toBe('Essay 23');
  await leave();
  await act(async () => responses[1]?.resolve());
  expect(onSave.mock.calls).toEqual([['Essay 2'], ['Essay 23']]);
  expect(typed()).toBeUndefined();
});
