import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { makePicture } from '../../../factories/pictures.ts';
import { BugReportPages } from '../../../pages/bug-reports.ts';
import { holdDrafts } from '../../../pages/drafts.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { refuseOperation } from '../../api.ts';
import { storedReports } from '../../stored-reports.ts';
import { demoEmail, expect, expectAccessible, test, watch } from '../../test.ts';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';

const NOISE = { width: 800, height: 500 };

/** Returns the colors in a part of the stored screenshot, as staff see it. */
async function colorsOf(page: Page, area: { left: number; top: number; width: number; height: number }) {
  const source = await page.getByRole('img', { name: 'What the reporter saw' }).getAttribute('src');
  const file = Buffer.from((source as string).split(',')[1] as string, 'base64');
  const { data, info } = await sharp(file)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels)
    colors.add(data.subarray(at, at + 3).toString('hex'));
  return colors;
}

// covers: EXT-013 BUG-002 BUG-003 BUG-005 BUG-006 BUG-008 BUG-009 BUG-010 BUG-011 BUG-013 BUG-014 BUG-015
test('a screenshot is redacted, sent and read by staff; the redacted area is one color', async ({
  signedIn,
}) => {
  test.slow();
  const student = await signedIn('student');
  const report = new BugReportPages(student);
  await report.openForm();
  await report.choosePicture(await makePicture('png', NOISE));
  await report.drag([0.25, 0.2], [0.75, 0.6]);
  await student.getByRole('button', { name: 'Arrow' }).click();
  await report.drag([0.05, 0.9], [0.2, 0.7]);
  await expect(student.getByText('1 blacked out, 1 arrow')).toBeVisible();
  await expectAccessible(student);
  await report.description.fill('The list jumps when I type');
  await student.getByRole('button', { name: 'Preview' }).click();
  const preview = student.getByRole('dialog', { name: 'This is what will be sent' });
  await expect(preview.getByText('The list jumps when I type')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Screenshot as it will be sent' })).toBeVisible();
  await expectAccessible(student);
  await report.send();
  await expect(snackbar(student, 'Your bug report was sent. Thank you.')).toBeVisible();

  const staff = await signedIn('staff');
  await staff.getByRole('link', { name: 'Bug Reports', exact: true }).click();
  await expect(staff.getByRole('link', { name: 'The list jumps when I type' })).toBeVisible();
  await expectAccessible(staff);
  await staff.getByRole('link', { name: 'The list jumps when I type' }).click();
  await expect(staff.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect(staff.getByRole('link', { name: /Maya Okafor/ })).toHaveAttribute('href', /\/users\/\d+\/$/);
  await expect(staff.getByText('student', { exact: true })).toBeVisible();
  await expect(staff.getByText(/^Chrom.* on /)).toBeVisible();
  await expect(staff.getByText('127.0.0.1')).toBeVisible();
  await expect(staff.getByText('belongs to a private network')).toBeVisible();
  await staff.getByRole('img', { name: 'What the reporter saw' }).waitFor();
  const inside = await colorsOf(staff, { left: 205, top: 105, width: 390, height: 190 });
  expect([...inside]).toEqual(['000000']);
  expect((await colorsOf(staff, { left: 0, top: 0, width: 150, height: 90 })).size).toBeGreaterThan(50);
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Archive' }).click();
  await expect(staff.getByText('Archived', { exact: true })).toBeVisible();
  await staff.getByRole('button', { name: 'Unarchive' }).click();
  await expect(staff.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
  await staff.getByRole('button', { name: 'Back' }).click();
  await expect(staff).toHaveURL(/\/bug_reports\/$/);
});

test('a sent report cannot be sent again while the next page loads', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/bug_reports/new/');
  const report = new BugReportPages(page);
  await report.choosePicture(await makePicture('png', NOISE));
  await report.description.fill('Sent only once');
  const isSeen = Promise.withResolvers<void>();
  await page.route(/\/assets\//, async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await report.send();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(report.description).toHaveValue('');
  await expect(report.picture).toBeHidden();
  isSeen.resolve();
  await expect(page.getByRole('heading', { name: 'Report a bug' })).toBeHidden();
  await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible();
  const staff = await signedIn('staff', { at: 'blank' });
  expect(await storedReports(staff, 'Sent only once')).toHaveLength(1);
});

// covers: BUG-010
test('staff open the page of the reporter, even if they are not a student', async ({ signedIn }) => {
  const parent = await signedIn('parent', { at: 'blank' });
  const report = new BugReportPages(parent);
  await report.visitForm();
  await report.description.fill('Whose report is this');
  await report.send();
  await expect(snackbar(parent, 'Your bug report was sent. Thank you.')).toBeVisible();

  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/bug_reports/');
  await staff.getByRole('link', { name: 'Whose report is this' }).click();
  await staff.getByRole('link', { name: /Ngozi Okafor/ }).click();
  await expect(staff).toHaveURL(/\/users\/\d+\/$/);
  const main = staff.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Ngozi Okafor', level: 1 })).toBeVisible();
  await expect(main.getByText('Parent', { exact: true })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Students' })).toBeVisible();
  await expectAccessible(staff);
});

// covers: BUG-012
test('the city of a public IP address is shown on a map, without a request to another server', async ({
  browser,
  problems,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    // The header in which a proxy forwards the client's IP address.
    extraHTTPHeaders: { 'x-forwarded-for': '81.2.69.142' },
  });
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).origin));
  try {
    const page = await context.newPage();
    watch(page, problems);
    await page.goto('/');
    await new SignInPage(page).signIn(demoEmail('staff'), DEMO_PASSWORD);
    const report = new BugReportPages(page);
    await report.openForm();
    await report.description.fill('Seen from London');
    await report.send();
    await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible();
    await page.goto('/bug_reports/');
    await page.getByRole('link', { name: 'Seen from London' }).click();
    await expect(page.getByText('London, England, United Kingdom')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Map of London' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toBeVisible();
    await expectAccessible(page);
    expect([...asked].filter((origin) => origin !== server.url && origin !== 'null')).toEqual([]);
  } finally {
    await context.close();
  }
});

// covers: BUG-007
test('a report without a screenshot takes one click, and staff see that there is none', async ({
  signedIn,
}) => {
  const parent = await signedIn('parent', { at: 'blank' });
  const report = new BugReportPages(parent);
  await report.visitForm();
  await report.choosePicture(await makePicture());
  await report.description.fill('No picture, please');
  await parent.getByRole('button', { name: 'Send without screenshot' }).click();
  await expect(snackbar(parent, 'Your bug report was sent. Thank you.')).toBeVisible();
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/bug_reports/');
  await staff.getByRole('link', { name: 'No picture, please' }).click();
  await expect(staff.getByText('The reporter chose not to include a screenshot.')).toBeVisible();
});

test('the screenshot is edited with the keyboard alone, and every step can be undone', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const report = new BugReportPages(page);
  await report.visitForm();
  await report.choosePicture(await makePicture('jpeg', NOISE), 'photo.jpg', 'image/jpeg');
  await report.picture.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter']) {
    await page.keyboard.press(key);
  }
  await expect(page.getByText('1 blacked out, 0 arrows')).toBeVisible();
  await page.getByRole('button', { name: 'Crop' }).click();
  await report.drag([0.1, 0.1], [0.6, 0.6]);
  await expect(page.getByText('cropped')).toBeVisible();
  await report.picture.focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('0 blacked out, 0 arrows')).toBeVisible();
});

test('a report made offline is stored, and sent when the network is back', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const report = new BugReportPages(page);
  await report.openForm();
  await report.description.fill('Written in a tunnel');
  await page.context().setOffline(true);
  await report.send();
  await expect(
    snackbar(page, 'You are offline. Your bug report is kept and sent when you are back.'),
  ).toBeVisible();
  await report.openForm();
  await expect(page.getByText('Written in a tunnel')).toBeVisible();
  await expect(page.getByText('Waiting for the network')).toBeVisible();
  await page.context().setOffline(false);
  await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible();
  await expect(page.getByText('Written in a tunnel')).toBeHidden();
});

test('the text of a report survives closing its page, until it is sent or discarded', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/bug_reports/new/');
  await new BugReportPages(page).description.fill('The page went away while I wrote');
  const context = page.context();
  await page.close();

  const again = await context.newPage();
  await again.goto('/bug_reports/new/');
  const report = new BugReportPages(again);
  await expect(again.getByText('Draft restored')).toBeVisible();
  await expect(report.description).toHaveValue('The page went away while I wrote');
  await expectAccessible(again);
  await again.getByRole('button', { name: 'Discard draft' }).click();
  await expect(report.description).toHaveValue('');
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(report.description).toHaveValue('The page went away while I wrote');
  await report.send();
  await expect(snackbar(again, 'Your bug report was sent. Thank you.')).toBeVisible();
  await again.goto('/bug_reports/new/');
  await expect(again.getByRole('heading', { name: 'Report a bug' })).toBeVisible();
  await expect(report.description).toHaveValue('');
  await expect(again.getByText('Draft restored')).toHaveCount(0);
});

test('the fields of a report are disabled until its draft is loaded', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const report = new BugReportPages(page);
  await page.goto('/bug_reports/new/');
  await expect(report.description).toBeVisible();
  await page.addInitScript(holdDrafts);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Report a bug' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(report.description).toHaveCount(0);
  await page.evaluate(() => (globalThis as unknown as { releaseDrafts(): void }).releaseDrafts());
  await expect(report.description).toBeVisible();
});

test('the upload of a screenshot shows its progress', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const report = new BugReportPages(page);
  await report.visitForm();
  const size = { width: 500, height: 300 } as const;
  const noise = sharp(randomBytes(size.width * size.height * 3), { raw: { ...size, channels: 3 } });
  await report.choosePicture(await noise.png().toBuffer());
  await report.description.fill('Over a slow line');
  await page.getByRole('button', { name: 'Preview' }).click();
  const network = await page.context().newCDPSession(page);
  const upload = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await network.send('Network.enable');
  await upload(40_000);
  await report.send();
  const progress = page.getByRole('progressbar', { name: 'Sending the screenshot' });
  await expect(progress).toHaveAttribute('aria-valuetext', /^\d+ of 5\d\d kB$/);
  const first = Number(await progress.getAttribute('aria-valuenow'));
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(first);
  await upload(-1);
  await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible({ timeout: 40_000 });
  await expect(progress).toHaveCount(0);
});

test('a refused report is kept with the reason, and can be corrected and sent, or deleted', async ({
  signedIn,
}) => {
  test.slow();
  const page = await signedIn('student', { at: 'blank' });
  const report = new BugReportPages(page);
  const refused = snackbar(page, 'Your bug report was rejected. You can correct it on the bug report page.');
  await refuseOperation(page, 'CreateBugReport', 'The description says nothing.');
  await report.visitForm();
  await report.choosePicture(await makePicture('png', NOISE));
  await report.description.fill('It is broken');
  await page.getByRole('button', { name: 'Preview' }).click();
  await report.send();
  await expect(refused).toBeVisible();
  await page.unrouteAll();

  // The report is also kept after the page was closed, and nothing resends it automatically.
  await page.goto('/bug_reports/new/');
  const { unsent } = report;
  await expect(unsent.getByText('It is broken')).toBeVisible();
  await expect(unsent.getByText('The server rejected it: The description says nothing.')).toBeVisible();
  await expectAccessible(page);
  await unsent.getByRole('button', { name: 'Correct the report “It is broken” and send it again' }).click();
  await expect(report.description).toHaveValue('It is broken');
  await expect(report.picture).toBeVisible();
  await report.description.fill('It is broken: the menu stays open');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('img', { name: 'Screenshot as it will be sent' })).toBeVisible();
  await report.send();
  await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible();

  await refuseOperation(page, 'CreateBugReport', 'The description says nothing.');
  await report.openForm();
  await expect(unsent).toHaveCount(0);
  await report.description.fill('Rather not');
  await report.send();
  await expect(refused).toBeVisible();
  await report.openForm();
  await unsent.getByRole('button', { name: 'Delete the report “Rather not”' }).click();
  await expect(unsent).toHaveCount(0);

  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/bug_reports/');
  await staff.getByRole('link', { name: 'It is broken: the menu stays open' }).click();
  await expect(staff.getByRole('img', { name: 'What the reporter saw' })).toBeVisible();
  await staff.goto('/bug_reports/?search=It is broken');
  await expect(staff.getByRole('link', { name: /^It is broken/ })).toHaveCount(1);
});

test('signing out asks about unsent reports, and then deletes them', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  const report = new BugReportPages(page);
  await page.route('**/api/bug_reports/screenshots/', (route) => route.abort());
  await report.visitForm();
  await report.choosePicture(await makePicture());
  await report.description.fill('Never to leave this device');
  await page.getByRole('button', { name: 'Preview' }).click();
  await report.send();
  await report.openForm();
  await expect(page.getByText('Never to leave this device')).toBeVisible();

  const signOut = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 bug report?' });
  await expect(dialog.getByText('Bug report: Never to leave this device')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Never to leave this device')).toBeVisible();

  await signOut();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('gopath-outbox-reports');
        open.addEventListener('success', () => {
          const count = open.result.transaction('entries').objectStore('entries').count();
          count.addEventListener('success', () => resolve(count.result));
        });
      }),
  );
  expect(left).toBe(0);
});
