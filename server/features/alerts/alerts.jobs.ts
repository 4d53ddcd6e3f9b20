import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertSettingsRepository } from './alert-settings.repository.ts';
import { ALERT_RETENTION_DAYS, type AlertSources } from './alerts.sources.ts';
import { createDigests } from './digests.ts';
import { createDynamicAlerts } from './dynamic-alerts.ts';
import type { FeedsRepository } from './feeds.repository.ts';
import { createReminders } from './reminders.ts';

/** Creates the alerts of one event. */
export const EVENT_JOB = 'alerts.event';
/** Creates all current alerts of a person who has turned alerts on, however old their causes are. */
export const TURNED_ON_JOB = 'alerts.turned-on';
/** Runs every minute: ends snoozes and sends due digests. */
export const TICK_JOB = 'alerts.tick';
/** Runs every five minutes: creates reminders of deadlines and alerts caused by time. */
export const SWEEP_JOB = 'alerts.sweep';

/**
 * Registers the jobs that create alerts. Each alert has a key that is unique per person, and an alert, its place in the
 * feed and its email are one transaction. So a process can crash at any point and several can run in parallel without
 * lost or duplicate alerts.
 */
export function registerAlertJobs(
  dependencies: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'jobs' | 'mail'> & {
    feeds: FeedsRepository;
    settings: AlertSettingsRepository;
    sources: AlertSources;
  },
): void {
  const { database, clock, jobs, feeds, settings, sources } = dependencies;
  const dynamicAlerts = createDynamicAlerts(dependencies);
  const createDueReminders = createReminders(dependencies);
  const sendDueDigests = createDigests(dependencies);

  /** Deletes alerts after the retention period, and updates the feeds that contained them. */
  async function deleteOld(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ALERT_RETENTION_DAYS * 86_400_000);
    for (;;) {
      const userPks = await feeds.peopleWithAlertsBefore(oldest);
      if (userPks.length === 0) return;
      await database.transaction(async () => {
        await feeds.incrementRevisions(userPks);
        await feeds.deleteBefore(userPks, oldest);
        await feeds.recountUnread(userPks);
      });
    }
  }

  async function sweep(): Promise<void> {
    await settings.createMissing();
    const failures: Error[] = [];
    // An error of one source must not stop the alerts of all others, or the deletion of old ones.
    const attempt = async (kind: string, work: Promise<void>) => {
      try {
        await work;
      } catch (cause) {
        failures.push(new Error(`${kind}: ${String(cause)}`, { cause }));
      }
    };
    for (const source of sources.byClock()) await attempt(source.kind, dynamicAlerts.createDue(source));
    for (const source of sources.withDeadlines()) await attempt(source.kind, createDueReminders(source));
    await attempt('retention', deleteOld());
    if (failures.length > 0) {
      throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
    }
  }

  /** Returns snoozed alerts whose time has come to the feeds. */
  async function unsnooze(): Promise<void> {
    const now = clock.now();
    for (const userPk of await feeds.peopleToUnsnooze(now)) {
      await database.transaction(async () => {
        const revision = (await feeds.incrementRevisions([userPk])).get(userPk) as number;
        await feeds.unsnooze(userPk, revision, now);
        await feeds.recountUnread([userPk]);
      });
    }
  }

  async function tick(): Promise<void> {
    await unsnooze();
    await sendDueDigests();
  }

  jobs.register(EVENT_JOB, dynamicAlerts.createOfEvent, { retries: 10, retryDelay: 5, batchSize: 5 });
  jobs.register(TURNED_ON_JOB, dynamicAlerts.createAllOf);
  jobs.register(TICK_JOB, tick, { retries: 0, cron: '* * * * *', expiresAfter: 300 });
  jobs.register(SWEEP_JOB, sweep, { retries: 0, cron: '*/5 * * * *', expiresAfter: 900 });
}
