import { act, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { showFieldErrors } from './field-errors.ts';

interface Values {
  name: string;
  email: string;
  city: string;
}

/** Renders a form that has been refused with this error. @returns whether its fields show the error */
function refuseForm(error: unknown): boolean {
  let isShown = false;
  function Form() {
    const form = useForm<Values>({ defaultValues: { name: '', email: '', city: '' } });
    const { errors } = form.formState;
    return (
      <form>
        {(['name', 'email', 'city'] as const).map((field) => (
          <label key={field}>
            {field}
            <input {...form.register(field)} />
            {errors[field]?.message}
          </label>
        ))}
        <button type="button" onClick={() => (isShown = showFieldErrors(error, form))}>
          Refuse
        </button>
      </form>
    );
  }
  render(<Form />);
  act(() => screen.getByRole('button').click());
  return isShown;
}

it('shows each message at its field and focuses the first one', () => {
  const fields = { city: 'Unknown city', email: 'Already used', other: 'Not in this form' };
  expect(refuseForm(new AppError('INVALID_INPUT', 'Already used', { fields }))).toBe(true);
  const email = screen.getByLabelText(/^email/);
  expect(email.closest('label')?.textContent).toBe('emailAlready used');
  expect(screen.getByLabelText(/^city/).closest('label')?.textContent).toBe('cityUnknown city');
  expect(document.activeElement).toBe(email);
});

it.each([
  [
    'about a field that the form does not have',
    new AppError('INVALID_INPUT', 'No', { fields: { other: 'No' } }),
  ],
  ['without fields', new AppError('CONFLICT', 'Changed')],
  ['of the browser', new TypeError('Failed')],
])('leaves an error %s to the form', (_, error) => {
  expect(refuseForm(error)).toBe(false);
});
