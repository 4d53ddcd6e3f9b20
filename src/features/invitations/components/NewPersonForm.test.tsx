import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CONSENT, CONSENT_REQUIRED, UNDER_AGE } from '#shared/session/schema.ts';
import { type NewPerson, NewPersonForm } from './NewPersonForm.tsx';

function renderForm(isStudent: boolean) {
  const onSubmit = vi.fn<(person: NewPerson) => void>();
  render(<NewPersonForm isStudent={isStudent} busy={false} onSubmit={onSubmit} />);
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in and accept' }));
  return { onSubmit, submit };
}

const birthdayOf = (age: number) => `${new Date().getFullYear() - age}-01-01`;
const setBirthday = (value: string) =>
  fireEvent.change(screen.getByLabelText(/Date of birth/), { target: { value } });

test('a student gives a date of birth and consent', async () => {
  const { onSubmit, submit } = renderForm(true);
  submit();
  expect(await screen.findByText(CONSENT_REQUIRED)).toBeTruthy();
  expect(screen.getByLabelText(/Date of birth/).getAttribute('aria-invalid')).toBe('true');
  const consent = screen.getByLabelText(CONSENT);
  expect(consent.getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(consent.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe(CONSENT_REQUIRED);
  expect(onSubmit).not.toHaveBeenCalled();

  setBirthday(birthdayOf(16));
  fireEvent.click(screen.getByLabelText(CONSENT));
  submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ birthday: birthdayOf(16), consent: true }));
});

test('a child under 13 cannot accept', async () => {
  const { onSubmit, submit } = renderForm(true);
  setBirthday(birthdayOf(11));
  fireEvent.click(screen.getByLabelText(CONSENT));
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain(UNDER_AGE.title);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an adult gives only consent', async () => {
  const { onSubmit, submit } = renderForm(false);
  expect(screen.queryByLabelText(/Date of birth/)).toBeNull();
  submit();
  expect(await screen.findByText(CONSENT_REQUIRED)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(CONSENT));
  submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ consent: true }));
});
