import { isQuiet } from '#shared/alerts/schedule.ts';
import { countDeletions, holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { type AlertSettingsRepository, quietHoursOf, type SettingsRow } from './alert-settings.repository.ts';
import type { AlertSources, ClockSource, NewAlert, Source } from './alerts.sources.ts';
import type { FeedsRepository } from './feeds.repository.ts';

/** The number of alerts in a page of a clock source. */
const BATCH = 500;

/**
 * Creates the functions that create dynamic alerts: those caused by an event or by time. They appear in the feed of people
 * who turned them on, and are not emailed one by one.
 */
export function createDynamicAlerts({
  database,
  clock,
  feeds,
  settings,
  sources,
}: Pick<ServiceDependencies, 'database' | 'clock'> & {
  feeds: FeedsRepository;
  settings: AlertSettingsRepository;
  sources: AlertSources;
}) {
  /**
   * Stores new alerts for people who turned them on.
   * @param deletions the number of deleted accounts before the candidates were read
   * @param isAllowed whether a person with these settings gets alerts now
   * @param holdCause locks the cause of the alerts; they are stored if it returns true
   * @returns false when an account was deleted since: the candidates can name that person, and are not stored
   */
  async function storeDynamic(
    source: Source,
    candidates: readonly NewAlert[],
    {
      deletions,
      isAllowed = () => true,
      holdCause = async () => true,
    }: {
      deletions: number;
      isAllowed?: (row: SettingsRow) => boolean;
      holdCause?: (alerts: readonly NewAlert[]) => Promise<boolean>;
    },
  ): Promise<boolean> {
    const fresh = await feeds.withoutKnown(candidates);
    if (fresh.length === 0) return true;
    const rows = await settings.findOrCreate([...new Set(fresh.map(({ userPk }) => userPk))]);
    const recipients = new Set(
      rows.filter((row) => row.dynamicAlertEnabled && isAllowed(row)).map(({ userPk }) => userPk),
    );
    const alerts = fresh.filter(({ userPk }) => recipients.has(userPk));
    if (alerts.length === 0) return true;
    return database.transaction(async () => {
      if (!(await holdDeletions(database, deletions))) return false;
      if (await holdCause(alerts)) await feeds.store(source, alerts, clock.now());
      return true;
    });
  }

  /**
   * Reads and stores the alerts of a job.
   * @throws Error when an account was deleted while they were read: the job runs again
   */
  async function readAndStore(
    source: Source,
    read: () => Promise<readonly NewAlert[]>,
    holdCause?: (alerts: readonly NewAlert[]) => Promise<boolean>,
  ): Promise<void> {
    const deletions = await countDeletions(database);
    const isStored = await storeDynamic(source, await read(), { deletions, holdCause });
    if (!isStored) throw new Error('An account was deleted in the meantime. The job runs again.');
  }

  return {
    /** Creates the alerts of an announced event. */
    async createOfEvent({ kind, event }: { kind: string; event: object }): Promise<void> {
      const source = sources.ofEvent(kind);
      if (source === undefined) throw new Error(`No alert source handles the event ${kind}.`);
      await readAndStore(
        source,
        () => source.alertsOf(event),
        async (alerts) => (await source.holdCause?.(event, alerts)) ?? true,
      );
    },

    /**
     * Creates the alerts that a source finds by the time. People in their quiet hours get them in a later run, and so does
     * everyone else after the deletion of an account.
     */
    async createDue(source: ClockSource): Promise<void> {
      const now = clock.now();
      let after: NewAlert | null = null;
      for (;;) {
        const deletions = await countDeletions(database);
        const due: NewAlert[] = await source.due(now, after, BATCH);
        const isAwake = (row: SettingsRow) => !isQuiet(now, quietHoursOf(row));
        if (!(await storeDynamic(source, due, { deletions, isAllowed: isAwake }))) return;
        after = due.at(-1) ?? null;
        if (due.length < BATCH) return;
      }
    },

    /** Creates all current alerts of a person who has turned alerts on. */
    async createAllOf({ userPk }: { userPk: number }): Promise<void> {
      for (const source of sources.byClock()) {
        await readAndStore(source, async () => (await source.dueFor?.(userPk, clock.now())) ?? []);
      }
    },
  };
}
