import type { Page } from '@playwright/test';
import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { ANY_HOST } from '../../helpers/browser/extension-build.ts';
import { BugReportPages } from '../../pages/bug-reports.ts';
import { snackbar } from '../../pages/snackbar.ts';
import { SignInPage } from '../../pages/sign-in.ts';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { makeNote } from '../api.ts';
import { type StoredReport, storedPicture, storedReports } from '../stored-reports.ts';
import { demoEmail } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(180_000);

// Capturing a tab needs `activeTab`, which the browser grants on a click on its toolbar, menu or shortcut.
test.use({ granted: [ANY_HOST] });

/** Counts all unsent reports in this browser. */
async function waitingReports(extension: ExtensionBrowser): Promise<number> {
  const backstage = await extension.backstage();
  return backstage.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('gopath-outbox-reports');
        open.addEventListener('success', () => {
          const count = open.result.transaction('entries').objectStore('entries').count();
          count.addEventListener('success', () => resolve(count.result));
        });
      }),
  );
}

/** Deletes the text of the unsent reports in this browser. */
async function emptyWaitingReports(extension: ExtensionBrowser) {
  const backstage = await extension.backstage();
  await backstage.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('gopath-outbox-reports');
        open.addEventListener('success', () => {
          const transaction = open.result.transaction('entries', 'readwrite');
          const store = transaction.objectStore('entries');
          const all = store.getAll();
          all.addEventListener('success', () => {
            for (const report of all.result) store.put({ ...report, body: '' });
          });
          transaction.addEventListener('complete', () => resolve());
        });
      }),
  );
}

/**
 * Runs an action while a page is in front.
 * @returns the tab that the extension opens
 */
async function reportFrom(
  extension: ExtensionBrowser,
  page: Page,
  begin: () => Promise<unknown>,
): Promise<Page> {
  await extension.backstage();
  await page.bringToFront();
  const opened = extension.context.waitForEvent('page', {
    predicate: (tab) => tab.waitForURL(/#\/bug_reports\/new\//, { timeout: 15_000 }).then(() => true),
  });
  await begin();
  const tab = await opened;
  await tab.getByRole('heading', { name: 'Report a bug' }).waitFor();
  return tab;
}

/** Clicks 'Report a bug' in the real popup, over the page that is in front. */
async function clickInPopup(extension: ExtensionBrowser) {
  const popup = await extension.openPopup();
  // The popup closes with the click.
  await popup
    .getByRole('button', { name: 'Report a bug' })
    .click()
    .catch(() => undefined);
}

/** Dispatches events of the browser's menu and shortcuts, which tests cannot press. */
async function sendToWorker(extension: ExtensionBrowser, event: string) {
  const worker = await extension.inspectWorker();
  await worker.run(
    `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => ${event.replace('TAB', 'tab')})`,
  );
  worker.detach();
}

// covers: EXT-013
test('from the popup: the visible tab is captured, redacted and sent; the redacted area is one color', async ({
  extension,
  signedIn,
  signInAs,
}) => {
  await signInAs('student');
  const app = await extension.open('app', '#/tasks/');
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  const tab = await reportFrom(extension, app, () => clickInPopup(extension));
  const report = new BugReportPages(tab);
  await expect(report.picture).toBeVisible();
  await expect(tab.getByText('/tasks/')).toBeHidden();
  await report.drag([0.3, 0.3], [0.8, 0.7]);
  await report.description.fill('Captured from the popup');
  await tab.getByRole('button', { name: 'Preview' }).click();
  const preview = tab.getByRole('dialog', { name: 'This is what will be sent' });
  await expect(preview.getByText('/tasks/')).toBeVisible();
  await expect(preview.getByText(/Mozilla\/5\.0/)).toBeVisible();
  await report.send();
  await expect(snackbar(tab, 'Your bug report was sent. Thank you.')).toBeVisible();

  const staff = await signedIn('staff', { at: 'blank' });
  const [stored, ...others] = await storedReports(staff, 'Captured from the popup');
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ page: '/tasks/' });
  const picture = await storedPicture(staff, stored as StoredReport);
  expect(await picture.colors([0.3, 0.3, 0.8, 0.7])).toEqual(['000000']);
  expect((await picture.colors([0, 0, 1, 0.3])).length).toBeGreaterThan(10);
});

test('from the shortcut and the context menu: with a screenshot and the URL without its query', async ({
  extension,
  server,
  signedIn,
  signInAs,
}) => {
  await signInAs('student');
  const page = await extension.context.newPage();
  const begins = [
    ['the shortcut', `chrome.commands.onCommand.dispatch('report-bug', TAB)`],
    ['the menu', `chrome.contextMenus.onClicked.dispatch({ menuItemId: 'report-bug' }, TAB)`],
  ] as const;
  const staff = await signedIn('staff', { at: 'blank' });
  for (const [name, event] of begins) {
    await page.goto(`${server.url}/sign_in/?secret=in-the-query#and-behind`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const tab = await reportFrom(extension, page, () => sendToWorker(extension, event));
    const report = new BugReportPages(tab);
    await expect(report.picture).toBeVisible();
    await report.description.fill(`Begun with ${name}`);
    await tab.getByRole('button', { name: 'Preview' }).click();
    await report.send();
    await expect(snackbar(tab, 'Your bug report was sent. Thank you.')).toBeVisible();
    const [stored] = await storedReports(staff, `Begun with ${name}`);
    expect(stored?.page).toBe(`${server.url}/sign_in/`);
    expect(stored?.screenshot).not.toBeNull();
    await tab.close();
  }

  // The browser's own pages cannot be captured: the report starts without a screenshot.
  await page.goto('chrome://version');
  const tab = await reportFrom(extension, page, () => sendToWorker(extension, begins[0][1]));
  await expect(tab.getByRole('button', { name: 'Choose screenshot' })).toBeVisible();
});

test('a report waits while the server is down, and a restarted worker sends it once', async ({
  extension,
  server,
  signedIn,
  signInAs,
}) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await signInAs('student');
  const app = await extension.open('app', '#/tasks/');
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  const tab = await reportFrom(extension, app, () =>
    sendToWorker(extension, `chrome.commands.onCommand.dispatch('report-bug', TAB)`),
  );
  const report = new BugReportPages(tab);
  await expect(report.picture).toBeVisible();
  await report.description.fill('Sent by the worker alone');
  await server.kill();
  await tab.getByRole('button', { name: 'Preview' }).click();
  await report.send();
  await expect(snackbar(tab, 'Your bug report is on its way.')).toBeVisible();
  await expect(tab.getByRole('dialog')).toBeHidden();
  await tab.goto(tab.url().replace(/#.*/, '#/bug_reports/new/'));
  await expect(report.unsent.getByText('Sent by the worker alone')).toBeVisible();
  await expect(report.unsent.getByText('Waiting for the network')).toBeVisible();
  // No page is left to send it.
  await app.close();
  await tab.close();
  await extension.killWorker();

  await server.start();
  await extension.ring('poll');
  await extension.killWorker();
  await extension.ring('poll');
  await expect.poll(async () => (await storedReports(staff, 'Sent by the worker alone')).length).toBe(1);
  await extension.ring('poll');
  const again = await extension.open('app', '#/bug_reports/new/');
  await expect(again.getByRole('heading', { name: 'Report a bug' })).toBeVisible();
  await expect(again.getByText('Sent by the worker alone')).toBeHidden();
  const stored = await storedReports(staff, 'Sent by the worker alone');
  expect(stored).toHaveLength(1);
  expect(stored[0]?.screenshot).not.toBeNull();
});

test('a refused report is kept with the reason, corrected and sent by the worker', async ({
  extension,
  server,
  signedIn,
  signInAs,
}) => {
  await signInAs('student');
  const app = await extension.open('app', '#/bug_reports/new/');
  const report = new BugReportPages(app);
  await report.description.fill('Said too little');
  await server.kill();
  await report.send();
  await expect(snackbar(app, 'Your bug report is on its way.')).toBeVisible();
  // The form rejects this, so change the stored report: only the server can refuse it.
  await emptyWaitingReports(extension);
  await server.start();
  await extension.ring('poll');
  await app.goto(app.url().replace(/#.*/, '#/bug_reports/new/'));
  const { unsent } = report;
  await expect(unsent.getByText(/^The server rejected it: The description is required/)).toBeVisible();
  expect(await waitingReports(extension)).toBe(1);

  await unsent.getByRole('button', { name: /^Correct the report/ }).click();
  await report.description.fill('Said enough now');
  await report.send();
  await expect(snackbar(app, 'Your bug report was sent. Thank you.')).toBeVisible();
  expect(await waitingReports(extension)).toBe(0);
  const staff = await signedIn('staff', { at: 'blank' });
  expect(await storedReports(staff, 'Said enough now')).toHaveLength(1);
});

test('signing out warns about an unsent report, and deletes it', async ({ extension, server, signInAs }) => {
  await signInAs('student');
  const first = await extension.open('popup');
  await expect(first.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect.poll(() => extension.hasCache('popup')).toBe(true);
  await first.close();
  const app = await extension.open('app', '#/bug_reports/new/');
  const report = new BugReportPages(app);
  await report.description.fill('Gone with the sign-out');
  await server.kill();
  await report.send();
  await expect(snackbar(app, 'Your bug report is on its way.')).toBeVisible();
  await app.close();

  const popup = await extension.open('popup');
  await popup.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  const card = popup.getByRole('region', { name: 'Sign out' });
  await expect(card.getByText('Only on this device: 1 bug report.')).toBeVisible();
  expect(await waitingReports(extension)).toBe(1);
  await card.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(popup.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
  expect(await waitingReports(extension)).toBe(0);
  await server.start();
});

test('screenshots of our own pages cover personal data, in the extension and on the web', async ({
  extension,
  server,
  signedIn,
  signInAs,
}) => {
  const mentor = await signedIn('mentor', { at: 'blank' });
  const staff = await signedIn('staff', { at: 'blank' });
  const note = await makeNote(mentor, 'Worries at home', { text: 'Nobody else may read this.' });
  await signInAs('mentor');
  const app = await extension.open('app', `#/notes/${note.pk}/`);
  const web = await extension.context.newPage();
  await web.goto(server.url);
  await new SignInPage(web).signIn(demoEmail('mentor'), DEMO_PASSWORD);
  await web.getByRole('navigation', { name: 'Main' }).waitFor();
  await web.goto(`${server.url}/notes/${note.pk}/`);

  for (const [name, page] of [
    ['extension', app],
    ['web', web],
  ] as const) {
    await page.getByText('Nobody else may read this.').waitFor({ timeout: 30_000 });
    const account = page.getByRole('button', { name: /^Your account/ });
    await account.waitFor();
    const { width, height } = page.viewportSize() as { width: number; height: number };
    const personal = [
      page.getByRole('heading', { name: 'Worries at home' }),
      page.getByText('Nobody else may read this.'),
      page.getByText(/^Created .* by Elena Marsh/),
      page.getByRole('region', { name: 'Pinned' }).getByRole('list'),
      account.locator('[data-private]'),
    ];
    const areas: [number, number, number, number][] = [];
    for (const place of personal) {
      const box = await place.boundingBox();
      if (box === null) throw new Error(`${String(place)} is not shown.`);
      areas.push([box.x / width, box.y / height, (box.x + box.width) / width, (box.y + box.height) / height]);
    }
    const tab = await reportFrom(extension, page, () =>
      sendToWorker(extension, `chrome.commands.onCommand.dispatch('report-bug', TAB)`),
    );
    const report = new BugReportPages(tab);
    await expect(report.picture).toBeVisible();
    await report.description.fill(`Covered on the ${name}`);
    await tab.getByRole('button', { name: 'Preview' }).click();
    await report.send();
    await expect(snackbar(tab, 'Your bug report was sent. Thank you.')).toBeVisible();
    const [stored] = await storedReports(staff, `Covered on the ${name}`);
    const picture = await storedPicture(staff, stored as StoredReport);
    for (const area of areas) expect(await picture.colors(area)).toEqual(['000000']);
    // The rest of the page is visible: a completely black screenshot is useless.
    expect((await picture.colors([0, 0, 0.18, 0.3])).length).toBeGreaterThan(10);
    await tab.close();
  }
});
