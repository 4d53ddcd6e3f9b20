/** The identity provider's pages: our colors in both schemes, on a phone too, each with a next step. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../test.ts';
import { completeSignUp, openSignUpLink } from '../../pages/sign-up.ts';

// axe checks each page twice.
test.setTimeout(360_000);

async function expectFits(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Checks that the logo has the accent color of the scheme, like the page's button. */
async function expectInOurColors(page: Page) {
  const seen = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const accent = await page
      .getByRole('main')
      .locator('button, .button')
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect(page.locator('.mark')).toHaveCSS('fill', accent);
    seen.add(accent);
  }
  expect(seen.size).toBe(2);
}

test('signing in and up, with everything that can go wrong', async ({ page }) => {
  const look = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectInOurColors(page);
    await expectFits(page);
    await expectAccessible(page);
  };
  await page.goto('/sign_in/');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await look('Sign in');
  await page.getByLabel('Email').fill('nobody@gopath.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await look('Sign in');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await look('Sign up');
  for (const [field, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Novak'],
    ['Email', 'ada.novak@nonsense'],
  ] as const) {
    await page.getByLabel(field).fill(text);
  }
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await look('Sign up');
  await page.getByLabel('Email').fill('ada.novak@gopath.example');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await look('Check your email');
  const signInPage = await page.getByRole('link', { name: 'Back to sign in' }).getAttribute('href');

  await openSignUpLink(page, 'ada.novak@gopath.example');
  await look('Create your account');
  await completeSignUp(page, { password: '1234567890', birthday: '2009-05-01' });
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await look('Create your account');
  await completeSignUp(page, {
    password: 'violet tractor hums softly',
    birthday: `${new Date().getFullYear() - 12}-01-01`,
  });
  await look('GoPath is for students 13 and older');

  await page.goto(signInPage ?? '');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await look('Forgot password');
  await page.getByLabel('Email').fill('ada.novak@gopath.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await look('Check your email');

  await page.goto('/oidc/verify_email/?token=used');
  await look('This link no longer works');
  await page.goto('/oidc/reset_password/?token=used');
  await look('Choose a new password');
  await page.getByLabel('New password').fill('violet tractor hums softly');
  await page.getByRole('button', { name: 'Save password' }).click();
  await look('This link no longer works');
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.goto('/oidc/error/?reason=invalid_client');
  await look('Could not sign in');
  await page.goto('/oidc/interaction/nonsense/');
  await look('This page has expired');
});

// covers: API-011
test('an address below /oidc that is not there is Not Found, with the way back', async ({ page }) => {
  const answer = await page.goto('/oidc/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
  await expect(page.getByText('The resource you were looking for could not be found.')).toBeVisible();
  await expectInOurColors(page);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open GoPath' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
