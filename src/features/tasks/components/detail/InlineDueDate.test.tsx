import { act, fireEvent, render, screen } from '@testing-library/react';
import { format } from 'date-fns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaskDetail } from '../../queries.ts';
import { InlineDueDate } from './InlineDueDate.tsx';
import { InlineName } from './InlineName.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const task = { dueAt: '2090-03-01T20:00:00Z', completed: false, recurrence: null } as unknown as TaskDetail;

const timeOf = (moment: string) => [new Date(moment).getHours(), new Date(moment).getMinutes()] as const;

function openDueDate(onSave = vi.fn<(dueAt: Date | null) => Promise<void>>(async () => {})) {
  render(<InlineDueDate task={task} canChange onSave={onSave} />);
  fireEvent.click(screen.getByTitle('Edit due date'));
  act(() => void vi.advanceTimersByTime(100));
  const box = screen.getByRole('textbox', { name: 'Due date' });
  const clickSave = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save due date' }));
    await act(async () => {});
  };
  const save = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    return clickSave();
  };
  return { onSave, box, save, clickSave };
}

it('an unreadable date does not remove the due date; an emptied box does', async () => {
  const { onSave, save } = openDueDate();
  await save('next week');
  expect(screen.getByText('Invalid date')).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();
  await save(' ');
  expect(onSave.mock.calls).toEqual([[null]]);
});

it('keeps a date that is typed while another one is being saved', async () => {
  const response = Promise.withResolvers<void>();
  const { onSave, box, save } = openDueDate(vi.fn<() => Promise<void>>(() => response.promise));
  await save('3/14/2090');
  expect(onSave).toHaveBeenCalledOnce();
  fireEvent.input(box, { target: { value: '3/15/2090' } });
  await act(async () => response.resolve());
  expect(box).toHaveProperty('value', '3/15/2090');

  await save('3/15/2090');
  expect(onSave.mock.calls[1]).toEqual([new Date(2090, 2, 15, ...timeOf(task.dueAt!))]);
  expect(box.isConnected).toBe(false);
});

it('keeps the date when it could not be saved, and saves it again', async () => {
  const onSave = vi.fn<() => Promise<void>>(async () => {});
  onSave.mockRejectedValueOnce(new Error('Offline'));
  const { box, save, clickSave } = openDueDate(onSave);
  await save('3/14/2090');
  expect(box).toHaveProperty('value', '03/14/2090');
  await clickSave();
  expect(onSave).toHaveBeenCalledTimes(2);
  expect(box.isConnected).toBe(false);
});

it('a time typed after an unreadable date waits for a date', async () => {
  const { onSave, box, save } = openDueDate();
  await save('3/14/90');
  const time = screen.getByRole('combobox', { name: 'Due date time' });
  fireEvent.change(time, { target: { value: '2:30 am' } });
  fireEvent.blur(time);
  expect(time).toHaveProperty('value', '2:30 AM');
  fireEvent.click(screen.getByRole('button', { name: 'Save due date' }));
  expect(screen.getByText('Invalid date')).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();

  await save('03/14/2090');
  expect(box.isConnected).toBe(false);
  expect(onSave.mock.calls).toEqual([[new Date(2090, 2, 14, 2, 30)]]);
});

it('the stored date typed again after an unreadable one gets the default time', async () => {
  const { onSave, save } = openDueDate();
  await save('soon');
  const stored = new Date(task.dueAt!);
  await save(format(stored, 'MM/dd/yyyy'));
  stored.setHours(23, 59);
  expect(onSave.mock.calls).toEqual([[stored]]);
});

it('the focus moves into the due date field and back to its button', () => {
  const { box } = openDueDate();
  expect(document.activeElement).toBe(box);
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  act(() => cancel.focus());
  fireEvent.click(cancel);
  expect(document.activeElement).toBe(screen.getByTitle('Edit due date'));
});

it('the focus returns to the name after Escape', () => {
  render(<InlineName name="Essay" canChange onSave={async () => {}} />);
  fireEvent.click(screen.getByTitle('Edit name'));
  act(() => void vi.advanceTimersByTime(100));
  const box = screen.getByLabelText('Name');
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByTitle('Edit name'));
});
