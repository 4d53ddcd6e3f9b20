import { expect, type Page } from '@playwright/test';
import { SignInPage } from './sign-in.ts';

/** Signs somebody up as a student, follows the mail's link and signs in. */
export async function signUp(
  page: Page,
  { firstName, lastName, email, password }: Record<'firstName' | 'lastName' | 'email' | 'password', string>,
) {
  await page.goto('/sign_up/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(async () => {
    await page.goto('/dev/outbox/');
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click({ timeout: 1000 });
  }).toPass();
  await page.getByRole('link', { name: /verify_email/ }).click();
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByRole('button', { name: 'Verify email' })).toHaveCount(0);
  await page.goto('/');
  await new SignInPage(page).signIn(email, password);
}
