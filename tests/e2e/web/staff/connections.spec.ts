/** The connections page of staff, and what SimplyBook changes for mentors. */
import { test as base, type BrowserContext } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SimplybookDouble } from '../../../helpers/doubles/simplybook-double.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { startServerProcess } from '../../server.ts';
import { demoEmail, type DemoPerson, expect, expectAccessible, test, watch } from '../../test.ts';

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
  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto('/connections/');
  await expect(mentor.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
});

base('staff sync SimplyBook, and mentors see that their hours are set there', async ({ browser }) => {
  base.setTimeout(180_000);
  const double = await new SimplybookDouble().start();
  double.addProvider(demoEmail('mentor'));
  double.addClient('nobody@gopath.example');
  const server = await startServerProcess(double.env(), { entry: 'tests/e2e/server-process.ts' });
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  const signIn = async (person: DemoPerson) => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
    contexts.push(context);
    const page = await context.newPage();
    watch(page, problems);
    await page.goto('/');
    await new SignInPage(page).signIn(demoEmail(person), DEMO_PASSWORD);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return page;
  };
  try {
    const page = await signIn('staff');
    await page.goto('/connections/');
    const section = page.getByRole('region', { name: 'SimplyBook' });
    await expect(section).toContainText('Last full syncNot yet');
    await section.getByRole('button', { name: 'Sync now' }).click();
    await expect(page.getByText('Sync started', { exact: true })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(section).toContainText('Linked mentors1', { timeout: 1000 });
    }).toPass();
    await expect(section).not.toContainText('Not yet');
    await expectAccessible(page);

    const mentor = await signIn('mentor');
    await mentor.goto('/meetings/availability/');
    await expect(mentor.getByRole('heading', { name: 'Your hours are set in SimplyBook' })).toBeVisible();
    await expect(mentor.getByRole('button', { name: 'Save availability' })).toHaveCount(0);
    await expectAccessible(mentor);
    expect(problems).toEqual([]);
  } finally {
    for (const context of contexts) await context.close();
    await server.stop();
    await double.stop();
  }
});
