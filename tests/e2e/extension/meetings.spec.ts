import { PanelPage } from '../../pages/extension-panel.ts';
import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { addSession } from '../meeting-room.ts';
import type { PooledServer } from '../server-pool.ts';
import { expect, expectAccessible } from '../test.ts';
import { test } from './extension-test.ts';

test.setTimeout(180_000);

test.use({ ownBrowser: true });

/**
 * Moves the demo mentor's meetings away, except one that then starts in the given time. Turns off the alerts about
 * students without a meeting, because the badge counts alerts, too.
 * @returns its room
 */
async function onlyMeetingIn(server: PooledServer, seconds: number): Promise<string> {
  await server.query(`UPDATE alert_settings SET dynamic_alert_enabled = false FROM users
    WHERE users.pk = user_pk AND email LIKE 'mentor@%'`);
  await server.query(`UPDATE booked_meetings SET starts_at = starts_at - interval '90 days',
    ends_at = ends_at - interval '90 days' WHERE ends_at > now() - interval '30 days'`);
  const [meeting] = await server.query<{ meetId: string }>(
    `UPDATE booked_meetings SET starts_at = now() + interval '${seconds} seconds',
      ends_at = now() + interval '${seconds + 2700} seconds'
    WHERE pk = (SELECT meeting.pk FROM booked_meetings AS meeting
      JOIN users AS mentor ON mentor.pk = provider_pk JOIN users AS student ON student.pk = client_pk
      WHERE mentor.email LIKE 'mentor@%' AND student.full_name = 'Maya Okafor' AND status = 'booked'
        AND NOT EXISTS (SELECT FROM notes WHERE booked_meeting_pk = meeting.pk)
      ORDER BY meeting.pk DESC LIMIT 1)
    RETURNING meet_id AS "meetId"`,
  );
  return meeting?.meetId ?? '';
}

async function notifications(extension: ExtensionBrowser): Promise<string[]> {
  const backstage = await extension.backstage();
  return backstage.evaluate(async () => Object.keys(await chrome.notifications.getAll()));
}

/** Returns the seconds until the reminder; null when none is planned. */
async function reminderIn(extension: ExtensionBrowser): Promise<number | null> {
  const backstage = await extension.backstage();
  const at = await backstage.evaluate(
    async () => (await chrome.alarms.get('meeting'))?.scheduledTime ?? null,
  );
  return at === null ? null : (at - Date.now()) / 1000;
}

/** Returns the room of the next meeting that the worker knows. */
async function watchedRoom(extension: ExtensionBrowser): Promise<string | undefined> {
  const backstage = await extension.backstage();
  return backstage.evaluate(async () => {
    const { meetings } = await chrome.storage.local.get('meetings');
    return (meetings as { next: { room: string } | null } | undefined)?.next?.room;
  });
}

// covers: EXT-005 EXT-010
test('the panel offers the meeting that starts soon beside any page, and the badge its unsent note', async ({
  extension,
  server,
  signInAs,
}) => {
  await onlyMeetingIn(server, 9 * 60);
  await signInAs('mentor');
  const tab = await extension.context.newPage();
  // A page of another site, whose address the extension cannot see.
  await tab.goto('data:text/html,<title>Another call</title>');
  const panel = new PanelPage(await extension.open('sidepanel'));
  await expect(panel.student).toHaveText('Maya Okafor');
  expect(await extension.badge()).toBe('');

  await server.query(`UPDATE booked_meetings SET starts_at = starts_at - interval '2 hours',
    ends_at = ends_at - interval '2 hours' WHERE ends_at > now()`);
  await extension.ring('poll');
  await expect.poll(() => extension.badge()).toBe('1');
  const backstage = await extension.backstage();
  expect(await backstage.evaluate(() => chrome.action.getTitle({}))).toBe('GoPath: 1 meeting note to send');
  await panel.name.fill('Short and sent');
  await panel.write('Apply early.');
  const dialog = await panel.send();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => extension.badge()).toBe('');
});

test.describe('with notifications allowed', () => {
  test.use({ granted: ['notifications'] });

  test('a minute before a meeting one notification opens the room, unless reminders are off or it is open', async ({
    extension,
    server,
    signInAs,
  }) => {
    const room = await onlyMeetingIn(server, 300);
    await addSession(extension.context, server, 'mentor');
    await signInAs('mentor');
    const options = await extension.open('options');
    const reminders = options.getByRole('switch', { name: 'Meeting reminders' });
    await expect(reminders).not.toBeChecked();
    await extension.ring('poll');
    await expect.poll(() => watchedRoom(extension)).toBe(room);
    expect(await reminderIn(extension)).toBeNull();
    await reminders.click();
    await expect.poll(() => reminderIn(extension)).toBeGreaterThan(60);
    await expectAccessible(options);

    await onlyMeetingIn(server, 60);
    await extension.ring('meeting');
    await expect.poll(() => notifications(extension)).toEqual([`gopath-meeting ${room}`]);
    const worker = await extension.inspectWorker();
    const opened = extension.context.waitForEvent('page');
    await worker.run(`chrome.notifications.onClicked.dispatch(${JSON.stringify(`gopath-meeting ${room}`)})`);
    const page = await opened;
    await expect(page).toHaveURL(`${server.url}/meeting_rooms/${room}/`);
    await expect(page.getByRole('button', { name: 'Join meeting' })).toBeVisible();
    await expect.poll(() => notifications(extension)).toEqual([]);
    // The meeting was announced already, so no reminder is planned.
    await extension.ring('poll');
    await expect.poll(() => reminderIn(extension)).toBeNull();
    expect(await notifications(extension)).toEqual([]);

    // A moved meeting is announced again, but not while its room is open.
    await onlyMeetingIn(server, 300);
    await extension.ring('poll');
    await expect.poll(() => reminderIn(extension)).toBeGreaterThan(60);
    await onlyMeetingIn(server, 60);
    await extension.ring('meeting');
    await expect.poll(() => reminderIn(extension)).toBeNull();
    expect(await notifications(extension)).toEqual([]);
  });
});
