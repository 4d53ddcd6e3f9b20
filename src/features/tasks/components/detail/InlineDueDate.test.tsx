import { act, fireEvent, render, screen } from '@testing-library/react';
import { format } from 'date-fns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaskDetail } from '../../queries.ts';
import { InlineDueDate } from './InlineDueDate.tsx';
import { InlineName } from './InlineName.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const task = { dueAt: '2090-03-01T20:00:00Z', completed: false, recurrence: null } as unknown as TaskDetail;

function openDueDate() {
  const onSave = vi.fn<(dueAt: Date | null) => void>();
  render(<InlineDueDate task={task} canChange onSave={onSave} />);
  fireEvent.click(screen.getByTitle('Edit due date'));
  act(() => void vi.advanceTimersByTime(100));
  const box = screen.getByRole('textbox', { name: 'Due date' });
  const save = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    fireEvent.click(screen.getByRole('button', { name: 'Save due date' }));
  };
  return { onSave, box, save };
}

it('an unreadable date does not remove the due date; an emptied box does', () => {
  const { onSave, save } = openDueDate();
  save('next week');
  expect(screen.getByText('Invalid date')).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();
  save(' ');
  expect(onSave.mock.calls).toEqual([[null]]);
});

it('a time typed after an unreadable date waits for a date', () => {
  const { onSave, box, save } = openDueDate();
  save('3/14/90');
  const time = screen.getByRole('combobox', { name: 'Due date time' });
  fireEvent.change(time, { target: { value: '2:30 am' } });
  fireEvent.blur(time);
  expect(time).toHaveProperty('value', '2:30 AM');
  fireEvent.click(screen.getByRole('button', { name: 'Save due date' }));
  expect(screen.getByText('Invalid date')).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();

  save('03/14/2090');
  expect(box.isConnected).toBe(false);
  expect(onSave.mock.calls).toEqual([[new Date(2090, 2, 14, 2, 30)]]);
});

it('the stored date typed again after an unreadable one gets the default time', () => {
  const { onSave, save } = openDueDate();
  save('soon');
  const stored = new Date(task.dueAt!);
  save(format(stored, 'MM/dd/yyyy'));
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
