/** The identity provider's own pages: in our colours by the system's scheme, on a phone too, with a way on. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../test.ts';

// Each page is looked at by axe, twice.
test.setTimeout(240_000);

async function expectFits(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The mark has the accent of the scheme, as the button of the page has. */
async function expectInOurColours(page: Page) {
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

test('a way in, and all that can go wrong on it', async ({ page }) => {
  const look = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectInOurColours(page);
    await expectFits(page);
    await expectAccessible(page);
  };
  await page.goto('/sign_in/');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await look('Sign in');
  await page.getByLabel('Email').fill('nobody@gopath.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email or password is not right.');
  await look('Sign in');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await look('Sign up');
  for (const [field, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Novak'],
    ['Email', 'ada.novak@gopath.example'],
    ['Password', 'short'],
  ] as const) {
    await page.getByLabel(field).fill(text);
  }
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await look('Sign up');
  await page.getByLabel('Password').fill('long enough for us');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await look('Check your email');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await look('Forgot password');
  await page.getByLabel('Email').fill('ada.novak@gopath.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await look('Check your email');

  await page.goto('/oidc/verify_email/?token=used');
  await look('Verify your email');
  await page.getByRole('button', { name: 'Verify email' }).click();
  await look('This link does not work any more');
  await page.goto('/oidc/reset_password/?token=used');
  await look('Choose a new password');
  await page.getByLabel('New password').fill('long enough for us');
  await page.getByRole('button', { name: 'Save password' }).click();
  await look('This link does not work any more');
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.goto('/oidc/error/?reason=invalid_client');
  await look('Signing in did not work');
  await page.goto('/oidc/interaction/nonsense/');
  await look('This page has expired');
});

// covers: API-011
test('an address below /oidc that is not there is Not Found, with the way back', async ({ page }) => {
  const answer = await page.goto('/oidc/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
  await expect(page.getByText('The resource you were looking for could not be found.')).toBeVisible();
  await expectInOurColours(page);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open GoPath' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
