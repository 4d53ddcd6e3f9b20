import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StudentField } from './StudentField.tsx';

it('filters the students with each key', () => {
  const students = [
    { id: 'maya', fullName: 'Maya Okafor' },
    { id: 'leo', fullName: 'Leo Park' },
  ];
  render(<StudentField students={students} value={null} onChange={() => undefined} />);
  const field = screen.getByRole('combobox', { name: /Student/ });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'leo' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Leo Park']);
});
