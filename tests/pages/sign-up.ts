import { expect, type Page } from '@playwright/test';
import type { TestServer } from '../e2e/server.ts';
import { emailedLink } from './outbox.ts';
import { SignInPage } from './sign-in.ts';

/** A student to sign up. */
export type NewStudent = Record<'firstName' | 'lastName' | 'email' | 'password', string>;

/** Creates an account: form, emailed link, password. Ends on /sign_up_continued/. */
export async function createAccount(page: Page, { firstName, lastName, email, password }: NewStudent) {
  await page.goto('/sign_up/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openSignUpLink(page, email);
  await completeSignUp(page, { password, birthday: '2009-05-01' });
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
}

/** Creates a student without a roadmap, like an invited one, and signs them in. */
export async function signUp(page: Page, server: Pick<TestServer, 'query'>, student: NewStudent) {
  await createAccount(page, student);
  await server.query('DELETE FROM continued_sign_ups WHERE email = $1', [student.email]);
  await page.goto('/');
  await new SignInPage(page).signIn(student.email, student.password);
}

/** Opens the link in the newest sign-up email to an address. */
export async function openSignUpLink(page: Page, email: string) {
  await page.goto(await emailedLink(page, email, /verify_email/));
}

/** Fills and submits the page behind the link. */
export async function completeSignUp(
  page: Page,
  { password, birthday }: { password: string; birthday: string },
) {
  await page.getByLabel('Date of birth').fill(birthday);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('I agree that GoPath stores').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}
