/** The identity provider's pages: our colors in both schemes, on a phone too, each with a next step. */
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { emailedLink } from '../../../pages/outbox.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { startServerProcess } from '../../server.ts';
import { demoEmail, expect, expectAccessible, test, watch } from '../../test.ts';
import { completeSignUp, openSignUpLink } from '../../../pages/sign-up.ts';
import { expectFits } from '#tests/helpers/browser/page-width.ts';

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

/** Checks that a page is readable in our colors, on a phone and with assistive technology. */
async function expectReadable(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectInOurColors(page);
  await expectFits(page);
  await expectAccessible(page);
}

async function openSignIn(page: Page) {
  await page.goto('/sign_in/');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

async function submitSignUp(page: Page, email: string) {
  for (const [field, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Novak'],
    ['Email', email],
  ] as const) {
    await page.getByLabel(field).fill(text);
  }
  await page.getByRole('button', { name: 'Sign up' }).click();
}

test('the sign-in page refuses a wrong password', async ({ page }) => {
  await openSignIn(page);
  await expectReadable(page, 'Sign in');
  await page.getByLabel('Email').fill('nobody@gopath.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await expectReadable(page, 'Sign in');
});

test('the sign-up page refuses an invalid address', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expectReadable(page, 'Sign up');
  await submitSignUp(page, 'ada.novak@nonsense');
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expectReadable(page, 'Sign up');
  await page.getByLabel('Email').fill('ada.novak@gopath.example');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('We sent a link to ada.novak@gopath.example.')).toBeVisible();
  await expectReadable(page, 'Check your email');
});

test('the last page of a sign-up refuses a weak password and a child under 13', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await submitSignUp(page, 'ada.novak@gopath.example');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openSignUpLink(page, 'ada.novak@gopath.example');
  await expectReadable(page, 'Create your account');
  await completeSignUp(page, { password: '1234567890', birthday: '2009-05-01' });
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await expectReadable(page, 'Create your account');
  await completeSignUp(page, {
    password: 'violet tractor hums softly',
    birthday: `${new Date().getFullYear() - 12}-01-01`,
  });
  await expectReadable(page, 'GoPath is for students 13 and older');
});

test('staff set up the one-time codes that they need', async ({ browser, problems }) => {
  test.slow();
  const strict = await startServerProcess({ STAFF_SECOND_FACTOR: 'true' });
  const context = await browser.newContext({ baseURL: strict.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  watch(page, problems);
  await openSignIn(page);
  await new SignInPage(page).fill(demoEmail('staff'), DEMO_PASSWORD);
  await expectReadable(page, 'Set up one-time codes');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await page.getByText(/Enter this key/).innerText();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  // The page shows the same key again, because the app has stored it already.
  await expect(page.getByText(/Enter this key/)).toHaveText(key);
  await expectReadable(page, 'Set up one-time codes');
  await code.fill(new TOTP({ secret: key.split(': ')[1] ?? '' }).generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectReadable(page, 'Save your recovery codes');
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.close();
  await strict.stop();
});

/** Asks for a new password and opens the emailed link. @returns its address */
async function openResetLink(page: Page, email: string): Promise<string> {
  await page.goto('/oidc/forgot_password/');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = await emailedLink(page, email, /reset_password/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  return link;
}

test('an emailed link lets a person choose a new password once', async ({ page }) => {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectReadable(page, 'Forgot password');
  await page.getByLabel('Email').fill('ada.novak@gopath.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectReadable(page, 'Check your email');
  const link = await openResetLink(page, demoEmail('student'));
  await expectReadable(page, 'Choose a new password');
  await page.getByLabel('New password').fill('violet tractor hums softly');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectReadable(page, 'Your password is saved');
  await page.goto(link);
  await expectReadable(page, 'This link no longer works');
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
});

test('a second click while a form is sent submits nothing', async ({ page }) => {
  await openResetLink(page, demoEmail('student'));
  await page.getByLabel('New password').fill('violet tractor hums softly');
  const secondClick = Promise.withResolvers<void>();
  let submits = 0;
  await page.route('**/oidc/reset_password/', async (route) => {
    submits += 1;
    await secondClick.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save password' }).hover();
  // Clicks of the mouse do not wait for the navigation, like an impatient person.
  const click = async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
  await click();
  await expect.poll(() => submits).toBe(1);
  await click();
  secondClick.resolve();
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
  expect(submits).toBe(1);
});

test('links and sign-ins that no longer work say so', async ({ page }) => {
  await page.goto('/oidc/verify_email/?token=used');
  await expectReadable(page, 'This link no longer works');
  await page.goto('/oidc/reset_password/?token=used');
  await expectReadable(page, 'This link no longer works');
  await page.goto('/oidc/error/?reason=invalid_client');
  await expectReadable(page, 'Could not sign in');
  await page.goto('/oidc/interaction/nonsense/');
  await expectReadable(page, 'This page has expired');
});

// covers: API-011
test('an unknown address below /oidc shows Not Found with a link back', async ({ page }) => {
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
