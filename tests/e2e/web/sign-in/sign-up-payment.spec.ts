import { test as base } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';
import { StripeDouble } from '../../../helpers/doubles/stripe-double.ts';
import { createAccount } from '../../../pages/sign-up.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { startServerProcess } from '../../server.ts';
import { expect, expectAccessible, watch } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

// covers: AUTH-030 AUTH-031 AUTH-032 AUTH-034 MEET-047
base('a student signs up, leaves the payment page, pays, and manages the payment', async ({ browser }) => {
  base.setTimeout(180_000);
  const stripe = await new StripeDouble().start();
  const server = await startServerProcess(stripe.env, { entry: 'tests/e2e/server-process.ts' });
  stripe.webhookUrl = server.url;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    watch(page, problems);
    const student = {
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor.haddad@gopath.example',
      password: DEMO_PASSWORD,
    };
    await createAccount(page, student);
    await expect(page.getByRole('list', { name: 'Sign-up progress' })).toContainText('Membership');
    await page.getByLabel('I am a student').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Membership' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('radio', { name: /^Monthly/ }).check();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: /^Monthly/ })).toBeChecked();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('The payment was canceled. Nothing was charged.')).toBeVisible();
    await expect(page.getByLabel('I am a student')).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Monthly/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(page).toHaveURL(/\/sign_in\/$/);
    await expect(page.getByText(SIGN_UP_SUCCESSFUL)).toBeVisible();

    await new SignInPage(page).signIn(student.email, student.password);
    await expect(page.getByRole('main')).toBeVisible();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/me/settings/');
    const section = page.getByRole('region', { name: 'Membership' });
    await expect(section).toContainText('Monthly');
    await expect(section).toContainText('Unlimited');
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Manage payment' }).click();
    await page.waitForURL(/\/portal\/cus_/);
    expect(problems).toEqual([]);
  } finally {
    await context.close();
    await server.stop();
    await stripe.stop();
  }
});
