/** Passkeys: added in the settings with a virtual authenticator, used to sign in, and removed. */
import type { CDPSession, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';
import { expectFits } from '#tests/helpers/browser/page-width.ts';

/** A device in the browser that verifies its owner and answers at once. */
class VirtualDevice {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async plugIn(page: Page): Promise<VirtualDevice> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualDevice(session, authenticatorId);
  }

  /** The person cancels, or the device does not recognize them. */
  async recognizePerson(isUserVerified: boolean) {
    const authenticatorId = this.#authenticatorId;
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign_in\/$/);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a person adds a passkey, signs in with it, and removes it', async ({ signedIn }) => {
  test.slow();
  const page = await signedIn('parent', { at: 'blank' });
  const device = await VirtualDevice.plugIn(page);
  await page.goto('/me/settings/');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
  await device.recognizePerson(false);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'You canceled, or your device took too long. Try again.',
  );
  await expectAccessible(page);
  await expectFits(page);
  await device.recognizePerson(true);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  const recoveryCode = await saved.getByRole('listitem').first().innerText();
  await saved.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(section.getByRole('listitem')).toContainText('My laptop');
  await expect(section.getByRole('listitem')).toContainText('Not used yet');
  await expectAccessible(page);
  await expectFits(page);

  await section.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name').fill('Again');
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This device already has a passkey for your account.');
  await page.keyboard.press('Escape');

  // Uses the passkey instead of email and password.
  await signOut(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await device.recognizePerson(false);
  await withPasskey.click();
  await expect(page.getByRole('alert')).toContainText(
    'You canceled, or this device has no passkey for GoPath.',
  );
  await expectAccessible(page);
  await expectFits(page);
  await page.route('**/passkey/options/', (route) => route.abort());
  await withPasskey.click();
  await expect(page.getByRole('alert')).toHaveText('Could not start. Reload the page and try again.');
  await page.unrouteAll();
  await device.recognizePerson(true);
  await withPasskey.click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  // Uses the passkey after the password.
  await signOut(page);
  await new SignInPage(page).signIn(demoEmail('parent'), DEMO_PASSWORD);
  await expect(heading(page, 'Confirm it is you')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  // Uses a recovery code when the device is missing.
  await signOut(page);
  await new SignInPage(page).signIn(demoEmail('parent'), DEMO_PASSWORD);
  await page.getByLabel('Recovery code').fill('aaaaa-aaaaa');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto('/me/settings/');
  await expect(section.getByRole('listitem')).toContainText('Last used');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page
    .getByRole('dialog', { name: 'New recovery codes' })
    .getByLabel('Your password')
    .fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  await saved.getByRole('button', { name: 'I saved my codes' }).click();
  await section.getByRole('button', { name: 'Actions for My laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'Passkey renamed')).toBeVisible();
  await section.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove Work laptop?' });
  await remove.getByLabel('Your password').fill(DEMO_PASSWORD);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'Passkey removed')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toHaveCount(0);

  // The device still offers the removed passkey.
  await signOut(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await withPasskey.click();
  await expect(page.getByRole('alert')).toHaveText(
    'GoPath does not know this passkey. Use another one, or sign in another way.',
  );
  await expectAccessible(page);
  await new SignInPage(page).fill(demoEmail('parent'), DEMO_PASSWORD);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
