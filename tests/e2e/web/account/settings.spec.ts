/** The settings of a person's own account: profile, email, password, one-time codes and signed-in devices. */
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { emailedLink } from '../../../pages/outbox.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const NEW_PASSWORD = 'seven lanterns over water';

/** Opens the settings by their address. */
async function visitSettings(page: Page) {
  await page.goto('/me/settings/');
  await expect(page.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
}

/** Opens the settings from the user menu. */
async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL('/me/settings/');
  await expect(page.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
}

test('a person changes their name, time zone and theme, and finds alerts and the calendar link', async ({
  signedIn,
}) => {
  const page = await signedIn('parent');
  await openSettings(page);
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('First name').fill('');
  await profile.getByRole('button', { name: 'Save profile' }).click();
  await expect(profile.getByText('Enter your first name.')).toBeVisible();
  await profile.getByLabel('First name').fill('Adaeze');
  await profile.getByLabel('Time zone').selectOption('America/New_York');
  await page.route('**/api/me/profile/', (route) => route.abort());
  await profile.getByRole('button', { name: 'Save profile' }).click();
  await expect(snackbar(page, 'Could not save your profile. Try again.')).toBeVisible();
  await expect(profile.getByLabel('First name')).toHaveValue('Adaeze');
  await page.unrouteAll();
  await page.keyboard.press('Tab');
  await profile.getByLabel('First name').press('Enter');
  await expect(snackbar(page, 'Profile saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your account, Adaeze Okafor, AO' })).toBeVisible();

  await page.getByRole('region', { name: 'Theme' }).getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Calendar link' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(profile.getByLabel('Time zone')).toHaveValue('America/New_York');
  await page
    .getByRole('region', { name: 'Alerts and calendar' })
    .getByRole('link', { name: 'Alert settings' })
    .click();
  await expect(page).toHaveURL('/me/settings/alerts/');
});

test('a person signs out another device', async ({ signedIn }) => {
  const here = await signedIn('parent', { at: 'blank' });
  const other = await signedIn('parent');
  await visitSettings(here);
  await expectAccessible(here);
  await here.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(here);
  await here.getByRole('button', { name: 'Sign out all others' }).click();
  const dialog = here.getByRole('dialog', { name: 'Sign out all other devices?' });
  await dialog.getByRole('button', { name: 'Sign out others' }).click();
  await expect(snackbar(here, 'Other devices signed out')).toBeVisible();
  await expect(here.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/sign_in\/$/);
});

test('a new password signs the person out and works afterwards', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await visitSettings(page);
  const current = page.getByLabel('Current password');
  await current.fill('not the password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign_in\/$/);
  await expect(page.getByText('Your password is saved. Sign in to continue.')).toBeVisible();
  await new SignInPage(page).signIn(demoEmail('mentor'), NEW_PASSWORD);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a request that is refused after a new password does not hide that it is saved', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await visitSettings(page);
  // A request is refused while the app ends its session, and the answer to its renewal comes right after that.
  const renewal = page.waitForRequest('/api/session/refresh/');
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.route('/api/session/refresh/', async (route) => {
    await ended;
    await route.continue();
  });
  await page.route(
    '/api/session/',
    async (route) => {
      // Not awaited: the sign-in page can replace the link, because the newest alerts are refused before the notes.
      void page
        .getByRole('link', { name: 'Notes', exact: true })
        .click()
        .catch(() => undefined);
      await renewal;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByLabel('Current password').fill(DEMO_PASSWORD);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/sign_in\/$/);
  await expect(page.getByText('Your password is saved. Sign in to continue.')).toBeVisible();
});

test('a new email address works once its emailed link is confirmed', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  await visitSettings(page);
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByLabel('New email').fill('maria at home');
  await section.getByLabel('Your password').fill('not the password');
  await section.getByRole('button', { name: 'Change email' }).click();
  await expect(section.getByText('Enter an email address')).toBeVisible();
  await section.getByLabel('New email').fill('new.address@gopath.example');
  await section.getByRole('button', { name: 'Change email' }).click();
  await expect(section.getByText('This is not your current password.')).toBeVisible();
  await section.getByLabel('Your password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('status')).toContainText('We emailed a link to new.address@gopath.example.');
  await expect(section.getByText(`Your address is ${demoEmail('parent')}`)).toBeVisible();

  await page.goto(await emailedLink(page, 'new.address@gopath.example', /confirm_email/));
  await expectAccessible(page);
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Open settings' }).click();
  await expect(section.getByText('Your address is new.address@gopath.example')).toBeVisible();
});

test('a person turns one-time codes on, uses one to sign in, and turns them off', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  await visitSettings(page);
  const section = page.getByRole('region', { name: 'One-time codes' });
  await section.getByRole('button', { name: 'Turn on one-time codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on one-time codes' });
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.getByText(/Enter this key/).innerText()).split(': ')[1] ?? '';
  const totp = new TOTP({ secret });
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong, or was used already.')).toBeVisible();
  const used = codeIn(0);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(used);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await saved.getByRole('listitem').first().innerText();
  await expectAccessible(page);
  await saved.getByRole('button', { name: 'I saved my codes' }).click();
  const recoveryCodes = page.getByRole('region', { name: 'Recovery codes' });
  await expect(recoveryCodes.getByText('10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign_in\/$/);
  await new SignInPage(page).signIn(demoEmail('staff'), DEMO_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(used);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  await page.getByLabel('Code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await openSettings(page);
  await expect(recoveryCodes.getByText('9 recovery codes left')).toBeVisible();

  await section.getByRole('button', { name: 'Turn off' }).click();
  const turnOff = page.getByRole('dialog', { name: 'Turn off one-time codes?' });
  // The next code, because the current one may have been used in this half-minute.
  await turnOff.getByRole('textbox', { name: 'Code' }).fill(codeIn(1));
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'One-time codes are off')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Turn on one-time codes' })).toBeVisible();
  await expect(recoveryCodes).toHaveCount(0);
});
