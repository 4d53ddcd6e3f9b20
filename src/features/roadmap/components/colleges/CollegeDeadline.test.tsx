import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CollegeChange } from '#shared/roadmap/colleges-schema.ts';
import type { College } from '../../queries.ts';
import { CollegeDeadline } from './CollegeDeadline.tsx';

const college = {
  deadline: '2027-01-15',
  requirements: [],
  permissions: ['change_roadmap'],
} as unknown as College;

function renderDeadline() {
  const onChange = vi.fn<(change: CollegeChange) => void>();
  render(<CollegeDeadline college={college} onChange={onChange} />);
  const box = screen.getByRole('textbox', { name: 'Application deadline' });
  const leaveWith = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
  };
  return { onChange, box, leaveWith };
}

it('an unreadable date does not delete the stored deadline', () => {
  const { onChange, box, leaveWith } = renderDeadline();
  leaveWith('1/15/27 or so');
  expect(screen.getByText('Invalid date')).toBeDefined();
  fireEvent.blur(box);
  expect(onChange).not.toHaveBeenCalled();

  leaveWith('02/01/2027');
  expect(onChange.mock.calls).toEqual([[{ deadline: '2027-02-01' }]]);
});

it('an emptied box deletes the deadline', () => {
  const { onChange, leaveWith } = renderDeadline();
  leaveWith('');
  expect(onChange.mock.calls).toEqual([[{ deadline: null }]]);
});
