import { DEFAULT_DIGEST_FREQUENCY } from '#shared/alerts/frequencies.ts';
import {
  afterQuiet,
  digestPeriodStart,
  isQuiet,
  nextDigestAt,
  type QuietHours,
  reminderOf,
  reminderWindow,
} from '#shared/alerts/schedule.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { countDeletions, holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { digestMail, individualMail } from './alerts.mails.ts';
import type { AlertsRepository, SettingsRow, StoredAlert } from './alerts.repository.ts';
import {
  ALERT_RETENTION_DAYS,
  type AlertSources,
  type ClockSource,
  type Deadline,
  type DeadlineSource,
  type DigestSection,
  digestSection,
  type NewAlert,
  type Source,
} from './alerts.sources.ts';

/** Creates the alerts of one event. */
export const EVENT_JOB = 'alerts.event';
/** Creates all current alerts of a person who has turned alerts on, however old their causes are. */
export const TURNED_ON_JOB = 'alerts.turned-on';
/** Runs every minute: ends snoozes and writes due digests. */
export const TICK_JOB = 'alerts.tick';
/** Runs every five minutes: creates reminders of deadlines and alerts caused by time. */
export const SWEEP_JOB = 'alerts.sweep';

const BATCH = 500;
/** The maximum number of digests of one run. The next run sends the remaining ones. */
const MAX_DIGESTS = 100_000;

/** Returns the quiet hours of stored settings. */
export function quietHoursOf(settings: SettingsRow): QuietHours {
  const { quietHoursStart: start, quietHoursEnd: end, timeZone } = settings;
  return { start, end, timeZone };
}

const writeTime = zonedFormatter('en-US', { dateStyle: 'full', timeStyle: 'short' });

function groupByUser<Item extends { userPk: number }>(items: readonly Item[]): Map<number, Item[]> {
  return Map.groupBy(items, ({ userPk }) => userPk);
}

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
    const welcome = new Set(
      settings.filter((row) => row.dynamicAlertEnabled && isAllowed(row)).map(({ userPk }) => userPk),
    );
    const wanted = fresh.filter(({ userPk }) => welcome.has(userPk));
    if (wanted.length === 0) return true;
    return database.transaction(async () => {
      if (!(await holdDeletions(database, deletions))) return false;
      await store(source, wanted, clock.now());
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

  function reminders(
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

  async function sweepDeadlines(source: DeadlineSource): Promise<void> {
    const now = clock.now();
    let after: Deadline | null = null;
    for (;;) {
      const deletions = await countDeletions(database);
      const deadlines: Deadline[] = await source.deadlines(reminderWindow(now), after, BATCH);
      const settings = await repository.settingsOf([...new Set(deadlines.map(({ userPk }) => userPk))]);
      const fresh = await repository.withoutKnown(reminders(deadlines, settings, now));
      for (const [userPk, alerts] of groupByUser(fresh)) {
        const row = settings.find((candidate) => candidate.userPk === userPk) as SettingsRow;
        const isCurrent = await database.transaction(async () => {
          if (!(await holdDeletions(database, deletions))) return false;
          const [first, ...rest] = await store(source, alerts, now);
          if (first !== undefined)
            await mail.enqueue(individualMail(config, row, [first, ...rest], source.reason));
          return true;
        });
        if (!isCurrent) return;
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

  async function planDigests(): Promise<void> {
    const now = clock.now();
    for (const row of await repository.settingsOf(await repository.peopleWithoutPlan())) {
      await repository.updateSettings(row.userPk, {
        nextDigestAt: nextDigestAt(
          now,
          row.lastDigestAt,
          row.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY,
          quietHoursOf(row),
        ),
      });
    }
  }

  async function sectionsFor(settings: SettingsRow, from: Date, now: Date): Promise<DigestSection[]> {
    const sections: DigestSection[] = [];
    for (const source of sources.withDeadlines()) {
      sections.push(...(await source.digest(settings.userPk, { from, now })));
    }
    const unread = await repository.unreadSince(settings.userPk, from);
    sections.push(digestSection('Unread alerts', unread, ({ title, path }) => ({ text: title, path })));
    return sections.filter(({ lines }) => lines.length > 0);
  }

  /** Writes the next due digest, if any: email and schedule are one transaction. @returns its person */
  function writeDigest(): Promise<number | undefined> {
    return database.transaction(async () => {
      await holdDeletions(database);
      const now = clock.now();
      const settings = await repository.takeDigest(now);
      if (settings === undefined) return undefined;
      const frequency = settings.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY;
      const quiet = quietHoursOf(settings);
      if (isQuiet(now, quiet)) {
        await repository.updateSettings(settings.userPk, { nextDigestAt: afterQuiet(now, quiet) });
        return settings.userPk;
      }
      let { lastDigestAt } = settings;
      try {
        const sections = await sectionsFor(settings, lastDigestAt ?? digestPeriodStart(now, frequency), now);
        if (sections.length > 0) {
          const key = `digest:${settings.userPk}:${(settings.nextDigestAt as Date).toISOString()}`;
          await mail.enqueue(digestMail(config, settings, sections, key));
          lastDigestAt = now;
        }
      } catch (error) {
        throw new DigestError(settings.userPk, error);
      }
      await repository.updateSettings(settings.userPk, {
        lastDigestAt,
        nextDigestAt: nextDigestAt(now, lastDigestAt ?? now, frequency, quiet),
      });
      return settings.userPk;
    });
  }

  async function tick(): Promise<void> {
    await unsnooze();
    await planDigests();
    let failure: DigestError | undefined;
    for (let count = 0; count < MAX_DIGESTS; count += 1) {
      try {
        if ((await writeDigest()) === undefined) break;
      } catch (error) {
        if (!(error instanceof DigestError)) throw error;
        // An error for one person must not delay the digests of all others.
        failure = error;
        await repository.updateSettings(error.userPk, {
          nextDigestAt: new Date(clock.now().getTime() + 3_600_000),
        });
      }
    }
    if (failure !== undefined) throw failure;
  }

  jobs.register(EVENT_JOB, createEventAlerts, { retries: 10, retryDelay: 5, batchSize: 5 });
  jobs.register(TURNED_ON_JOB, createAlertsOf);
  jobs.register(TICK_JOB, tick, { retries: 0, cron: '* * * * *', expiresAfter: 300 });
  jobs.register(SWEEP_JOB, sweep, { retries: 0, cron: '*/5 * * * *', expiresAfter: 900 });
}

class DigestError extends Error {
  override name = 'DigestError';
  readonly userPk: number;
  constructor(userPk: number, cause: unknown) {
    super('A digest could not be written.', { cause });
    this.userPk = userPk;
  }
}
