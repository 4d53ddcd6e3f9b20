import { PopupPage } from '../../pages/extension-popup.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { graphql, requestReview, restJson } from '../api.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

// covers: EXT-003 EXT-004
test('the popup shows its stored data while the server is down, and offers a retry', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const first = new PopupPage(await extension.open('popup'));
  await expect(first.pinned).toHaveText([/Maya/, /Aisha/, /Priya/]);
  const join = first.meeting.getByRole('link', { name: 'Join' });
  await expect(join).toHaveAttribute('href', /#\/meeting_rooms\/[^/]+\/$/);
  await expect(first.nextTasks).toContainText('Register for the spring SAT');
  await expect.poll(() => extension.hasCache('popup', 'Register for the spring SAT')).toBe(true);
  await first.page.close();

  await server.kill();
  const popup = new PopupPage(await extension.open('popup'));
  await expect(popup.meeting).toContainText('Maya Okafor');
  await expect(popup.pinned).toHaveCount(3);
  await expect(popup.nextTasks).toContainText('Register for the spring SAT');
  await expect(popup.page.getByText(/^Offline\. Shown as of/)).toBeVisible({ timeout: 20_000 });
  await server.start();
  await popup.page.getByRole('button', { name: 'Try again' }).click();
  await expect(popup.page.getByText(/^Offline/)).toBeHidden({ timeout: 20_000 });
});

test('the popup says that the browser keeps it from the server, and offers to allow access', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  await extension.setSiteAccess('ON_CLICK');
  const { page } = new PopupPage(await extension.open('popup'));
  const notice = page.getByRole('status').filter({ hasText: /does not let GoPath reach (localhost|127)/ });
  await expect(notice.getByRole('button', { name: 'Allow access' })).toBeVisible();

  // Tests cannot click the browser's prompt: the person allows the access in the browser's settings.
  await extension.setSiteAccess('ON_ALL_SITES');
  await page.reload();
  await expect(new PopupPage(page).pinned).toHaveCount(3);
  await expect(notice).toBeHidden();
});

test('the popup shows requested reviews, which open the review form', async ({
  extension,
  signInAs,
  signedIn,
}) => {
  await requestReview(await signedIn('student'));
  await signInAs('mentor');
  const { page } = new PopupPage(await extension.open('popup'));
  const requests = page.getByRole('region', { name: 'Requested reviews (1)' });
  const opened = extension.context.waitForEvent('page');
  await requests.getByRole('link', { name: 'Maya Okafor' }).click();
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: 'Review the profile rating of Maya Okafor' })).toBeVisible();
});

test('the popup needs no scrolling, and its people open in the app', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.openPopup());
  await expect(popup.pinned).toHaveCount(3);
  const size = await popup.page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scrolls: [...document.querySelectorAll('*')].some(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 &&
        (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY)),
    ),
  }));
  expect(size.width).toBe(380);
  expect(size.height).toBeLessThanOrEqual(600);
  expect(size.scrolls).toBe(false);

  const opened = extension.context.waitForEvent('page');
  // The popup closes with the click.
  await popup.pinned
    .first()
    .click()
    .catch(() => undefined);
  const tab = await opened;
  await expect(tab).toHaveURL(/\/app\.html#\/users\/\d+\/$/);
  await expect(tab.getByRole('navigation', { name: 'Main' })).toBeAttached({ timeout: 20_000 });
});

test('a removed student disappears from the popup at its next check', async ({
  extension,
  signInAs,
  signedIn,
}) => {
  const staff = await signedIn('staff');
  await signInAs('mentor');
  const page = await extension.context.newPage();
  await page.clock.install();
  await page.goto(ExtensionBrowser.url('popup'));
  const popup = new PopupPage(page);
  await expect(popup.pinned).toHaveText([/Maya/, /Aisha/, /Priya/]);
  const idOf = async (query: string) => {
    const [found] = await restJson<{ pk: number }[]>(staff, 'GET', `/api/users/search/?query=${query}`);
    return found?.pk;
  };
  await graphql(staff, 'mutation ($input: RemoveUserInput!) { removeUser(input: $input) { userFullName } }', {
    input: { userPk: await idOf('Maya Okafor'), targetUserPk: await idOf('Elena Marsh'), role: 'mentor' },
  });
  await page.clock.runFor(61_000);
  await expect(popup.pinned).toHaveText([/Aisha/, /Priya/]);
});

test('signing out ends the session on the server and deletes stored data', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const tokens = await extension.tokens();
  const popup = new PopupPage(await extension.open('popup'));
  await expect(popup.pinned).toHaveCount(3);
  await popup.signOut();
  await expect(popup.page.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();

  expect(await extension.tokens()).toEqual({ access: undefined, refresh: undefined });
  expect(await extension.hasCache('popup')).toBe(false);
  await expect
    .poll(async () => {
      const answer = await fetch(`${server.url}/api/me/`, {
        headers: { authorization: `Bearer ${tokens.access}` },
      });
      return answer.status;
    })
    .toBe(401);
});
