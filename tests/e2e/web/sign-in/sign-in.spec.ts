import type { Page } from '@playwright/test';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const HINT = 'Only students should sign up directly. Parents must be invited by students.';

/**
 * Does something that sends a request, and expects the sign-in page. The alert poll can notice the ended session first;
 * then the page disappears before the menu is used.
 */
async function expectSignedOutByDoing(page: Page) {
  const signedOut = page.waitForURL(/\/sign_in\/$/);
  const changeTheme = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  };
  await Promise.race([changeTheme().catch(() => undefined), signedOut]);
  await signedOut;
}

test.describe('the signed-out pages', () => {
  // covers: AUTH-003 AUTH-004 AUTH-005 AUTH-015
  test('offer sign-in and sign-up, and a hint for parents', async ({ page }) => {
    await page.goto('/sign_in');
    await expect(page).toHaveURL(/\/sign_in\/$/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
    await expect(page.getByText(HINT)).toBeVisible();
    await expectAccessible(page);
  });

  // covers: AUTH-006 AUTH-007
  test('show our message for the code in their address, keep it after a reload, and let it be dismissed', async ({
    page,
  }) => {
    await page.goto('/sign_in/?status=200&success=true&message=email_verified');
    const message = page.getByRole('status').filter({ hasText: 'Your email is verified.' });
    await expect(message).toBeVisible();
    await expect(page).toHaveURL(/\/sign_in\/$/);
    await page.reload();
    await expect(message).toBeVisible();
    await message.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(message).toHaveCount(0);
    await expectAccessible(page);
  });

  // covers: AUTH-006
  test('never show text from their address', async ({ page }) => {
    await page.goto('/sign_in/?status=200&success=true&message=Call%20555%200100%20now');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Call 555 0100 now')).toHaveCount(0);
    await page.goto('/sign_in/?status=400&success=false&message=Your%20account%20is%20hacked');
    await expect(page.getByRole('alert')).toHaveText(/Unexpected error occurred. Please try again later./);
    await expect(page.getByText('hacked')).toHaveCount(0);
  });

  // covers: AUTH-016 AUTH-017 AUTH-018
  test('remember the requested page and lead there after signing in', async ({ page }) => {
    await page.goto('/notes/?q=essay');
    await expect(page).toHaveURL(/\/sign_in\/$/);
    await new SignInPage(page).signIn(demoEmail('mentor'), DEMO_PASSWORD);
    await expect(page).toHaveURL(/\/notes\/\?q=essay$/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    for (const path of ['/sign_in/', '/sign_up/', '/forgot_password/']) {
      await page.goto(path);
      await expect(page).not.toHaveURL(new RegExp(path));
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    }
  });

  // covers: AUTH-019 AUTH-037
  test('explain to a person whose session ended elsewhere why they have to sign in', async ({ signedIn }) => {
    const page = await signedIn('parent');
    // Another device of this person ends the session.
    await page.evaluate(async () => {
      const renewed = await fetch('/api/session/refresh/', { method: 'POST' });
      const { access_token: token } = (await renewed.json()) as { access_token: string };
      await fetch('/api/session/revoke/', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    });
    await expectSignedOutByDoing(page);
    await expect(page.getByRole('alert').filter({ hasText: 'You have been signed out.' })).toBeVisible();
  });

  // covers: AUTH-019
  test('appear when the session expires while a page is open, and keep that page', async ({ signedIn }) => {
    const page = await signedIn('parent');
    await page.context().clearCookies();
    await page.clock.install({ time: Date.now() + 11 * 60_000 });
    await expectSignedOutByDoing(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended.' })).toBeVisible();
  });

  test('lead to the sign-up form of the provider', async ({ page }) => {
    // covers: AUTH-008
    await page.goto('/sign_up');
    await expect(page.getByRole('heading', { name: 'Sign up as a student' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    // Our page and the provider's have the same hint and nearly the same heading.
    await page.waitForURL(/\/oidc\/interaction\/[^/]+\/sign_up\/$/);
    await expect(page.getByRole('heading', { name: 'Sign up', exact: true })).toBeVisible();
    await expect(page.getByText(HINT)).toBeVisible();
    await expectAccessible(page);
  });

  // covers: AUTH-009 AUTH-035 AUTH-036
  test('request an email with a link to a new password', async ({ page }) => {
    await page.goto('/forgot_password');
    await page.getByLabel('Email').fill('nonsense');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Enter an email address')).toBeVisible();
    await page.getByLabel('Email').fill('student@gopath.example');
    await page.route('**/api/session/password_reset/', (route) => route.abort());
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Failed to dispatch reset password email')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/session/password_reset/');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  test('show that a password was wrong, and do not sign in', async ({ page }) => {
    await page.goto('/sign_in/');
    await new SignInPage(page).signIn(demoEmail('student'), 'not the password');
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
    await expectAccessible(page);
  });

  test('are usable on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ['/sign_in/', '/sign_up/', '/forgot_password/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideScroll(page);
    }
  });
});

// covers: AUTH-019
test('signing out ends the session in this browser', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign_in\/$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign_in\/$/);
});
