/** The connections page of staff, with SimplyBook off and on. */
import { test as base } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SimplybookDouble } from '../../helpers/simplybook-double.ts';
import { SignInPage } from '../../pages/sign-in.ts';
import { startServerProcess } from '../server.ts';
import { expect, expectAccessible, test } from '../test.ts';

test('staff see every connection; others do not find the page', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const section = page.getByRole('region', { name: 'Connections' });
  await expect(section.getByRole('listitem')).toHaveCount(4);
  await section.getByRole('link', { name: 'All connections' }).click();
  const list = page.getByRole('list', { name: 'Connections' });
  await expect(list.getByRole('listitem').filter({ hasText: 'SimplyBook' })).toContainText(
    'Meetings are booked in our own calendar.',
  );
  await expectAccessible(page);
  const mentor = await signedIn('mentor');
  await mentor.goto('/connections/');
  await expect(mentor.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
});

base('staff sync with SimplyBook and see what to fix', async ({ browser }) => {
  base.setTimeout(120_000);
  const double = await new SimplybookDouble().start();
  const server = await startServerProcess(double.env());
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
  try {
    const providerId = double.addProvider('nobody@gopath.example');
    const clientId = double.addClient('stranger@gopath.example');
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    double.addBooking({ provider_id: providerId, client_id: clientId, start_datetime: `${day} 12:00:00` });
    const page = await context.newPage();
    await page.goto('/connections/');
    await new SignInPage(page).signIn('staff@gopath.example', DEMO_PASSWORD);
    const details = page.getByRole('region', { name: 'SimplyBook' });
    await expect(details).toContainText('America/Los Angeles');
    await details.getByRole('button', { name: 'Sync now' }).press('Enter');
    await expect(page.getByText('Sync started')).toBeVisible();
    const problems = details.getByRole('table', { name: 'To fix in SimplyBook' });
    await expect(problems).toContainText(`Provider ${providerId}: no mentor in GoPath`, { timeout: 40_000 });
    const card = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').first();
    await expect(card).toContainText('Degraded');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  } finally {
    await context.close();
    await server.stop();
    await double.stop();
  }
});
