import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { Calendar } from './Calendar.tsx';
import { DatePicker } from './DatePicker.tsx';
import { DateTimePicker } from './DateTimePicker.tsx';
import { TimePicker } from './TimePicker.tsx';

// React also logs the thrown error.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

// covers: FORM-014
test('a controlled picker without onChange is a developer error', () => {
  expect(() => render(<DatePicker label="Day" value={null} />)).toThrow(/'onChange' handler/u);
  expect(() => render(<TimePicker label="Time" value="4:00 PM" />)).toThrow(/'onChange' handler/u);
  expect(() => render(<DateTimePicker label="Due" value={new Date()} />)).toThrow(/'onChange' handler/u);
});

test('an uncontrolled picker keeps its own value', () => {
  const { getByLabelText } = render(<DatePicker label="Day" defaultValue={new Date(2026, 4, 14)} />);
  expect(getByLabelText('Day')).toHaveProperty('value', '05/14/2026');
});

test('a date is set while the person types if it is complete and allowed', () => {
  const onChange = vi.fn<(day: Date | null, problem?: string) => void>();
  const { getByRole, queryByText } = render(
    <DatePicker label="Day" value={null} onChange={onChange} disallowPast setsWhileTyping />,
  );
  const type = (value: string) =>
    fireEvent.change(getByRole('textbox', { name: 'Day' }), { target: { value } });
  for (const text of ['05/14/209', '5/14/2090', '02/30/2090', '05/14/2020']) type(text);
  expect(onChange).not.toHaveBeenCalled();
  expect(queryByText(/invalid/iu)).toBeNull();
  type('05/14/2090');
  expect(onChange.mock.calls).toEqual([[new Date(2090, 4, 14), undefined]]);
});

test('today is the day in the reader’s time zone', () => {
  // In Kiritimati (UTC+14) it is already the 28th.
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
  setTimeZone('Pacific/Kiritimati');
  onTestFinished(() => {
    setTimeZone(null);
    vi.useRealTimers();
  });
  const { getByLabelText, getByText, getByRole } = render(
    <>
      <DatePicker label="Day" disallowPast />
      <Calendar value={null} onSelect={() => undefined} limits={{}} />
    </>,
  );
  expect(getByRole('button', { name: /^Today/u }).getAttribute('aria-label')).toBe(
    'Today, Saturday, November 28, 2026',
  );
  fireEvent.change(getByLabelText('Day'), { target: { value: '11/27/2026' } });
  fireEvent.blur(getByLabelText('Day'));
  expect(getByText('Date invalid: cannot be in the past')).toBeDefined();
});

test('a cleared invalid date says why; leaving the empty box again does not clear the value', () => {
  const onChange = vi.fn<(day: Date | null, problem?: string) => void>();
  const day = new Date(2026, 4, 14);
  const { getByRole } = render(<DatePicker label="Day" value={day} onChange={onChange} />);
  const box = getByRole('textbox', { name: 'Day' }) as HTMLInputElement;
  const leaveWith = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
  };
  leaveWith('13/40/2026');
  expect(onChange.mock.calls).toEqual([[null, 'Invalid date']]);
  expect(box.value).toBe('');
  fireEvent.blur(box);
  expect(onChange).toHaveBeenCalledOnce();

  // Typing again removes the problem, and then the box can be cleared on purpose.
  leaveWith(' ');
  expect(onChange.mock.calls.slice(1)).toEqual([[day], [null, undefined]]);
});
