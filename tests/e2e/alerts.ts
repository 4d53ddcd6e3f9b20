import { expect, type Page } from '@playwright/test';
import { rest, restJson } from './api.ts';

/** The path of a person's alert feed. */
export const FEED = '/api/alerts/';

interface Feed {
  alerts: { title: string }[];
}

/** Removes unread alerts and demo reminders, and sets the quiet hours. */
export async function resetAlerts(
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

/** Waits until the server has created the alert with this title. */
export async function alertIsMade(student: Page, name: string) {
  await expect
    .poll(async () => (await restJson<Feed>(student, 'GET', FEED)).alerts.map(({ title }) => title), {
      timeout: 60_000,
    })
    .toContain(`New task: ${name}`);
}
