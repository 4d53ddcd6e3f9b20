import type { Page } from '@playwright/test';
import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { alertIsMade, resetAlerts, FEED } from '../alerts.ts';
import { addTaskForStudent, rest } from '../api.ts';
import { expect, test as base } from './extension-test.ts';

const test = base.extend<{
  /** Signed-in pages for API calls. The student has no unread alerts. */
  people: { student: Page; mentor: Page };
}>({
  people: async ({ signedIn }, use) => {
    const student = await signedIn('student', { at: 'blank' });
    const mentor = await signedIn('mentor', { at: 'blank' });
    await resetAlerts(student);
    await use({ student, mentor });
  },
});

test.setTimeout(180_000);

test.use({ ownBrowser: true });

const ALARM = 'alerts';

interface PollState {
  cursor: string | null;
  failures: number;
  pending: unknown[];
}

/** Returns the worker's poll state. */
async function stateOf(extension: ExtensionBrowser): Promise<PollState | undefined> {
  const backstage = await extension.backstage();
  return backstage.evaluate(async () => {
    const { alerts } = await chrome.storage.local.get('alerts');
    return alerts as PollState | undefined;
  });
}

/** Returns the seconds until the next poll; null when none is scheduled. */
async function nextPoll(extension: ExtensionBrowser): Promise<number | null> {
  const backstage = await extension.backstage();
  const at = await backstage.evaluate(async () => (await chrome.alarms.get('alerts'))?.scheduledTime ?? null);
  return at === null ? null : (at - Date.now()) / 1000;
}

/** Returns the ids of the visible desktop notifications with their titles. */
async function notifications(extension: ExtensionBrowser): Promise<string[]> {
  const backstage = await extension.backstage();
  return backstage.evaluate(async () => Object.keys(await chrome.notifications.getAll()));
}

/** Closes the notifications. @returns their titles */
async function takeNotifications(extension: ExtensionBrowser): Promise<string[]> {
  const backstage = await extension.backstage();
  return backstage.evaluate(async () => {
    const ids = Object.keys(await chrome.notifications.getAll());
    for (const id of ids) await chrome.notifications.clear(id);
    return ids;
  });
}

/** Creates an alert for each name: the mentor adds tasks for the student. Waits until the server has all of them. */
async function createAlerts({ student, mentor }: { student: Page; mentor: Page }, ...names: string[]) {
  for (const name of names) await addTaskForStudent(mentor, name);
  for (const name of names) await alertIsMade(student, name);
}

/** Returns the current hour in the demo student's time zone. */
function hourThere(): number {
  const hour = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'America/Los_Angeles',
  });
  return Number(hour.format(new Date()));
}

// covers: EXT-008
test('an alarm polls, unchanged alerts are 304, the badge counts, and errors lengthen the pauses', async ({
  extension,
  server,
  people,
  signInAs,
}) => {
  await signInAs('student');
  await expect.poll(async () => (await stateOf(extension))?.cursor).toEqual(expect.any(String));
  // While a poll runs, the next one is planned as after a failure, in case the worker is stopped.
  await expect
    .poll(async () => {
      const seconds = (await nextPoll(extension)) ?? 0;
      return seconds > 30 && seconds <= 72;
    })
    .toBe(true);
  expect(await extension.badge()).toBe('');

  let worker = await extension.inspectWorker();
  await extension.ring(ALARM);
  await expect.poll(() => worker.requests(FEED).map(({ status }) => status)).toEqual([304]);
  const [poll] = worker.requests(FEED);
  expect(poll?.url).toContain('since=');
  expect(Object.keys(poll?.headers ?? {}).map((name) => name.toLowerCase())).toContain('if-none-match');

  // The second alarm comes during the first poll.
  await worker.run("for (const name of ['alerts', 'alerts']) chrome.alarms.onAlarm.dispatch({ name })");
  await expect.poll(() => worker.requests(FEED).map(({ status }) => status)).toEqual([304, 304, 304]);

  await createAlerts(people, 'Ring once');
  await extension.ring(ALARM);
  await expect.poll(() => extension.badge()).toBe('1');
  // The changed feed is requested once; the next poll has nothing new.
  await extension.ring(ALARM);
  await expect.poll(() => worker.requests(FEED).at(-1)?.status).toBe(304);
  // Without permission nothing is stored for later.
  expect((await stateOf(extension))?.pending).toEqual([]);
  const backstage = await extension.backstage();
  expect(await backstage.evaluate(() => typeof chrome.notifications)).toBe('undefined');

  await server.kill();
  await extension.ring(ALARM);
  await expect.poll(async () => (await stateOf(extension))?.failures).toBe(1);
  await extension.ring(ALARM);
  await expect.poll(async () => (await stateOf(extension))?.failures).toBe(2);
  await extension.ring(ALARM);
  await expect.poll(async () => (await stateOf(extension))?.failures).toBe(3);
  // Two, four, then eight minutes, each with jitter in the upper half.
  await expect.poll(() => nextPoll(extension)).toBeGreaterThan(200);
  expect(await nextPoll(extension)).toBeLessThanOrEqual(480);
  expect(await extension.badge()).toBe('1');

  await server.start();
  await rest(people.student, 'POST', '/api/alerts/read_all/', {});
  await extension.ring(ALARM);
  await expect.poll(async () => (await stateOf(extension))?.failures).toBe(0);
  await expect.poll(() => extension.badge()).toBe('');
  await expect.poll(() => nextPoll(extension)).toBeLessThanOrEqual(72);

  const popup = await extension.open('popup');
  await popup.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await popup
    .getByRole('region', { name: 'Sign out' })
    .getByRole('button', { name: /sign out/i })
    .click();
  await expect(popup.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
  await expect.poll(() => nextPoll(extension)).toBeNull();
  worker.detach();
  worker = await extension.inspectWorker();
  await extension.ring(ALARM);
  // An alarm that still fires sends no request and is not scheduled again.
  await extension.ring('poll');
  await expect.poll(() => nextPoll(extension)).toBeNull();
  expect(worker.requests(FEED)).toEqual([]);
});

test('alerts that arrived during sleep load immediately, even if the alarm was lost', async ({
  extension,
  people,
  signInAs,
}) => {
  await signInAs('student');
  await expect.poll(() => nextPoll(extension)).toBeGreaterThan(30);

  await extension.killWorker();
  await createAlerts(people, 'Slept one', 'Slept two', 'Slept three');
  // An alarm that was due during sleep fires when the computer wakes, and wakes the worker.
  await extension.ring(ALARM);
  await expect.poll(() => extension.badge()).toBe('3');

  const backstage = await extension.backstage();
  await extension.killWorker();
  await backstage.evaluate(() => chrome.alarms.clear('alerts'));
  await rest(people.student, 'POST', '/api/alerts/read_all/', {});
  // The next start of the worker finds no scheduled poll.
  await extension.inspectWorker();
  await expect.poll(() => extension.badge()).toBe('');
  await expect.poll(() => nextPoll(extension)).toBeGreaterThan(0);
});

test.describe('with notifications allowed', () => {
  test.use({ granted: ['notifications'] });

  test('several alerts are one notification, a click opens its page, none is shown twice or after the sign-out', async ({
    extension,
    people,
    signInAs,
  }) => {
    await signInAs('student');
    await expect.poll(() => nextPoll(extension)).toBeGreaterThan(30);
    expect(await notifications(extension)).toEqual([]);

    await createAlerts(people, 'Shown alone');
    await extension.ring(ALARM);
    await expect
      .poll(() => notifications(extension))
      .toEqual([expect.stringMatching(/^gopath-alert \d+ \/tasks\//)]);
    const [id] = (await notifications(extension)) as [string];

    // The system draws the notification, where tests cannot click: dispatch the event.
    const worker = await extension.inspectWorker();
    const opened = extension.context.waitForEvent('page');
    await worker.run(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`);
    const page = await opened;
    await expect(page).toHaveURL(new RegExp(`/app\\.html#${id.split(' ')[2]}$`));
    await expect(page.getByText('Shown alone').first()).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => extension.badge()).toBe('');
    expect(await notifications(extension)).toEqual([]);

    await createAlerts(people, 'Together one', 'Together two');
    await extension.ring(ALARM);
    await expect.poll(() => notifications(extension)).toEqual(['gopath-alert 0 /alerts/feed/']);

    await takeNotifications(extension);
    await extension.ring(ALARM);
    await extension.killWorker();
    await extension.ring(ALARM);
    await expect.poll(async () => (await stateOf(extension))?.failures).toBe(0);
    await createAlerts(people, 'After the kill');
    await extension.ring(ALARM);
    // Only the new one, not the two already shown.
    await expect.poll(() => notifications(extension)).toEqual([expect.stringMatching(/^gopath-alert [1-9]/)]);
    await expect.poll(() => extension.badge()).toBe('3');

    const popup = new PopupPage(await extension.open('popup'));
    await popup.signOut();
    await expect(popup.page.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
    // The browser closes notifications itself, but later.
    await expect.poll(() => notifications(extension), { timeout: 5_000 }).toEqual([]);
  });

  test('a worker that is killed repeatedly shows no alert twice', async ({ extension, people, signInAs }) => {
    await signInAs('student');
    await expect.poll(() => nextPoll(extension)).toBeGreaterThan(30);
    const shown: string[] = [];
    const collect = async () => void shown.push(...(await takeNotifications(extension)));
    for (let round = 1; round <= 4; round += 1) {
      await createAlerts(people, `Killed ${round}`);
      await extension.ring(ALARM);
      await extension.killWorker();
      await collect();
      await extension.ring(ALARM);
      await expect.poll(() => extension.badge()).toBe(String(round));
      await collect();
    }
    await extension.ring(ALARM);
    await expect.poll(async () => (await stateOf(extension))?.pending).toEqual([]);
    await collect();
    const single = shown.filter((id) => !id.startsWith('gopath-alert 0 '));
    expect(new Set(single).size).toBe(single.length);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThanOrEqual(4);
  });

  test('in quiet hours a notification waits until they are over', async ({ extension, people, signInAs }) => {
    const hour = hourThere();
    await resetAlerts(people.student, { from: hour, until: (hour + 3) % 24 });
    await signInAs('student');
    await expect.poll(() => nextPoll(extension)).toBeGreaterThan(30);
    await createAlerts(people, 'Hush');
    await extension.ring(ALARM);
    await expect.poll(() => extension.badge()).toBe('1');
    await expect.poll(async () => (await stateOf(extension))?.pending).toHaveLength(1);
    expect(await notifications(extension)).toEqual([]);

    await resetAlerts(people.student);
    await createAlerts(people, 'Awake');
    await extension.ring(ALARM);
    // The first one was read in the meantime and is not mentioned.
    await expect.poll(() => notifications(extension)).toEqual([expect.stringMatching(/^gopath-alert [1-9]/)]);
  });
});

test('notifications are off until the person allows them', async ({ extension, signInAs }) => {
  await signInAs('student');
  const options = await extension.open('options');
  const notify = options.getByRole('switch', { name: 'Notifications' });
  await expect(notify).not.toBeChecked();
  // Tests cannot answer the browser's permission prompt: while it is open, nothing is turned on.
  await notify.click();
  await expect(notify).not.toBeChecked();
  expect(await options.evaluate(() => chrome.permissions.contains({ permissions: ['notifications'] }))).toBe(
    false,
  );
});
