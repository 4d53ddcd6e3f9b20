import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
