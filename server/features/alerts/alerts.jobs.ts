import { isQuiet, reminderOf, reminderWindow } from '#shared/alerts/schedule.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { countDeletions, holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createDigests } from './alert-digests.ts';
import { individualMail } from './alerts.mails.ts';
import {
  type AlertsRepository,
  quietHoursOf,
  type SettingsRow,
  type StoredAlert,
} from './alerts.repository.ts';
import {
  ALERT_RETENTION_DAYS,
  type AlertSources,
  type ClockSource,
  type Deadline,
  type DeadlineSource,
  type NewAlert,
  type Source,
} from './alerts.sources.ts';

/** Creates the alerts of one event. */
export const EVENT_JOB = 'alerts.event';
/** Creates all current alerts of a person who has turned alerts on, however old their causes are. */
export const TURNED_ON_JOB = 'alerts.turned-on';
/** Runs every minute: ends snoozes and sends due digests. */
export const TICK_JOB = 'alerts.tick';
/** Runs every five minutes: creates reminders of deadlines and alerts caused by time. */
export const SWEEP_JOB = 'alerts.sweep';

const BATCH = 500;

const writeTime = zonedFormatter('en-US', { dateStyle: 'full', timeStyle: 'short' });

/**
 * Creates the jobs that create alerts. Each alert has a key that is unique per person, and an alert, its place in the
 * feed and its email are one transaction. So a process can crash at any point and several can run in parallel without
 * lost or duplicate alerts.
 */
export function createAlertJobs({
  config,
  database,
  clock,
  jobs,
  mail,
  repository,
  sources,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'jobs' | 'mail'> & {
  repository: AlertsRepository;
  sources: AlertSources;
}) {
  const sendDueDigests = createDigests({ config, database, clock, mail, repository, sources });

  /** Stores those alerts that do not exist yet. Call it in a transaction. */
  async function store(
    source: { kind: string; reason: string },
    alerts: readonly NewAlert[],
    now: Date,
  ): Promise<StoredAlert[]> {
    const userPks = alerts.map(({ userPk }) => userPk);
    const revisions = await repository.advance(userPks);
    const stored = await repository.insert(source, alerts, revisions, now);
    await repository.recount(userPks);
    return stored;
  }

  /**
   * Stores new dynamic alerts for people who turned them on. They appear in the feed and are not emailed.
   * @param deletions the number of deleted accounts before the candidates were read
   * @param isAllowed whether a person with these settings gets alerts now
   * @returns false when an account was deleted since: the candidates can name that person, and are not stored
   */
  async function storeDynamic(
    source: Source,
    candidates: readonly NewAlert[],
    deletions: number,
    isAllowed: (settings: SettingsRow) => boolean,
  ): Promise<boolean> {
    const fresh = await repository.withoutKnown(candidates);
    if (fresh.length === 0) return true;
    const settings = await repository.settingsOf([...new Set(fresh.map(({ userPk }) => userPk))]);
    const recipients = new Set(
      settings.filter((row) => row.dynamicAlertEnabled && isAllowed(row)).map(({ userPk }) => userPk),
    );
    const alerts = fresh.filter(({ userPk }) => recipients.has(userPk));
    if (alerts.length === 0) return true;
    return database.transaction(async () => {
      if (!(await holdDeletions(database, deletions))) return false;
      await store(source, alerts, clock.now());
      return true;
    });
  }

  /**
   * Reads and stores the dynamic alerts of a job.
   * @throws Error when an account was deleted while they were read: the job runs again
   */
  async function readAndStore(source: Source, read: () => Promise<readonly NewAlert[]>): Promise<void> {
    const deletions = await countDeletions(database);
    const isStored = await storeDynamic(source, await read(), deletions, () => true);
    if (!isStored) throw new Error('An account was deleted in the meantime. The job runs again.');
  }

  async function createEventAlerts({ kind, event }: { kind: string; event: object }): Promise<void> {
    const source = sources.ofEvent(kind);
    if (source === undefined) throw new Error(`No alert source handles the event ${kind}.`);
    await readAndStore(source, () => source.alertsOf(event));
  }

  /**
   * Creates the alerts that a source finds by the time. People in their quiet hours get them in a later run, and so does
   * everyone else after the deletion of an account.
   */
  async function sweepClock(source: ClockSource): Promise<void> {
    const now = clock.now();
    let after: NewAlert | null = null;
    for (;;) {
      const deletions = await countDeletions(database);
      const due: NewAlert[] = await source.due(now, after, BATCH);
      const isAwake = (settings: SettingsRow) => !isQuiet(now, quietHoursOf(settings));
      if (!(await storeDynamic(source, due, deletions, isAwake))) return;
      after = due.at(-1) ?? null;
      if (due.length < BATCH) return;
    }
  }

  async function createAlertsOf({ userPk }: { userPk: number }): Promise<void> {
    for (const source of sources.byClock()) {
      await readAndStore(source, async () => (await source.dueFor?.(userPk, clock.now())) ?? []);
    }
  }

  /** Returns the reminders that are due now, for people who turned them on and are not in their quiet hours. */
  function remindersOf(
    deadlines: readonly Deadline[],
    settings: readonly SettingsRow[],
    now: Date,
  ): NewAlert[] {
    const byUser = new Map(settings.map((row) => [row.userPk, row]));
    return deadlines.flatMap(({ at, key, title, ...deadline }) => {
      const row = byUser.get(deadline.userPk);
      if (row === undefined || !row.taskIndividualEnabled || row.taskIndividualFrequency === null) return [];
      if (isQuiet(now, quietHoursOf(row))) return [];
      const reminder = reminderOf(now, at, row.taskIndividualFrequency);
      if (reminder === null) return [];
      const isOver = at.getTime() <= now.getTime();
      const when = writeTime(row.timeZone).format(at);
      return [
        {
          ...deadline,
          key: `${key}:${reminder}`,
          title: `${isOver ? 'Overdue' : 'Due soon'}: ${title}`,
          body: isOver ? `It was due ${when}.` : `It is due ${when}.`,
        },
      ];
    });
  }

  /**
   * Stores and emails the reminders of one person.
   * @param deletions the number of deleted accounts before the deadlines were read
   * @returns false when an account was deleted since: the reminders can name that person, and are not sent
   */
  function remind(
    source: DeadlineSource,
    settings: SettingsRow,
    reminders: readonly NewAlert[],
    { deletions, now }: { deletions: number; now: Date },
  ): Promise<boolean> {
    return database.transaction(async () => {
      if (!(await holdDeletions(database, deletions))) return false;
      const [first, ...rest] = await store(source, reminders, now);
      if (first !== undefined) {
        await mail.enqueue(individualMail(config, settings, [first, ...rest], source.reason));
      }
      return true;
    });
  }

  /** Creates the reminders of a source's deadlines. After the deletion of an account, the next run continues. */
  async function sweepDeadlines(source: DeadlineSource): Promise<void> {
    const now = clock.now();
    let after: Deadline | null = null;
    for (;;) {
      const deletions = await countDeletions(database);
      const deadlines: Deadline[] = await source.deadlines(reminderWindow(now), after, BATCH);
      const settings = await repository.settingsOf([...new Set(deadlines.map(({ userPk }) => userPk))]);
      const fresh = await repository.withoutKnown(remindersOf(deadlines, settings, now));
      for (const [userPk, reminders] of Map.groupBy(fresh, (reminder) => reminder.userPk)) {
        const row = settings.find((candidate) => candidate.userPk === userPk) as SettingsRow;
        if (!(await remind(source, row, reminders, { deletions, now }))) return;
      }
      after = deadlines.at(-1) ?? null;
      if (deadlines.length < BATCH) return;
    }
  }

  /** Deletes alerts after the retention period, and updates the feeds that contained them. */
  async function deleteOld(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ALERT_RETENTION_DAYS * 86_400_000);
    for (;;) {
      const userPks = await repository.peopleWithAlertsBefore(oldest);
      if (userPks.length === 0) return;
      await database.transaction(async () => {
        await repository.advance(userPks);
        await repository.deleteBefore(userPks, oldest);
        await repository.recount(userPks);
      });
    }
  }

  async function sweep(): Promise<void> {
    await repository.createMissingSettings();
    const failures: Error[] = [];
    // An error of one source must not stop the alerts of all others, or the deletion of old ones.
    const attempt = async (kind: string, work: Promise<void>) => {
      try {
        await work;
      } catch (cause) {
        failures.push(new Error(`${kind}: ${String(cause)}`, { cause }));
      }
    };
    for (const source of sources.byClock()) await attempt(source.kind, sweepClock(source));
    for (const source of sources.withDeadlines()) await attempt(source.kind, sweepDeadlines(source));
    await attempt('retention', deleteOld());
    if (failures.length > 0) {
      throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
    }
  }

  async function unsnooze(): Promise<void> {
    const now = clock.now();
    for (const userPk of await repository.peopleToUnsnooze(now)) {
      await database.transaction(async () => {
        const revision = (await repository.advance([userPk])).get(userPk) as number;
        await repository.unsnooze(userPk, revision, now);
        await repository.recount([userPk]);
      });
    }
  }

  async function tick(): Promise<void> {
    await unsnooze();
    await sendDueDigests();
  }

  jobs.register(EVENT_JOB, createEventAlerts, { retries: 10, retryDelay: 5, batchSize: 5 });
  jobs.register(TURNED_ON_JOB, createAlertsOf);
  jobs.register(TICK_JOB, tick, { retries: 0, cron: '* * * * *', expiresAfter: 300 });
  jobs.register(SWEEP_JOB, sweep, { retries: 0, cron: '*/5 * * * *', expiresAfter: 900 });
}
