import { expect, type Page } from '@playwright/test';
import { rest, restJson } from './api.ts';

/** Where the feed of a person's alerts is. */
export const FEED = '/api/alerts/';

interface Feed {
  alerts: { title: string }[];
}

/** Nothing unread, no reminders of the demo data's own tasks, and quiet hours as given. */
export async function beginCalmly(
  student: Page,
  quiet: { from: number; until: number } = { from: 0, until: 0 },
) {
  const settings = await restJson<object>(student, 'GET', '/api/alert_settings/');
  await rest(student, 'PUT', '/api/alert_settings/', {
    ...settings,
    task_individual_enabled: false,
    quiet_hours_start: quiet.from,
    quiet_hours_end: quiet.until,
  });
  await rest(student, 'POST', '/api/alerts/read_all/', {});
}

/** Waits until the server has made the alert of this name. */
export async function alertIsMade(student: Page, name: string) {
  await expect
    .poll(async () => (await restJson<Feed>(student, 'GET', FEED)).alerts.map(({ title }) => title), {
      timeout: 60_000,
    })
    .toContain(`New task: ${name}`);
}
