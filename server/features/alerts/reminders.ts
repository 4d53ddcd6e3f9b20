import { isQuiet, reminderOf, reminderWindow } from '#shared/alerts/schedule.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { countDeletions, holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { type AlertSettingsRepository, quietHoursOf, type SettingsRow } from './alert-settings.repository.ts';
import { individualMail } from './alerts.mails.ts';
import type { Deadline, DeadlineSource, NewAlert } from './alerts.sources.ts';
import type { FeedsRepository } from './feeds.repository.ts';

/** The number of deadlines in a page of a source. */
const BATCH = 500;

const writeTime = zonedFormatter('en-US', { dateStyle: 'full', timeStyle: 'short' });

/** Returns the reminders that are due now, for people who turned them on and are not in their quiet hours. */
function remindersOf(
  deadlines: readonly Deadline[],
  settings: ReadonlyMap<number, SettingsRow>,
  now: Date,
): NewAlert[] {
  return deadlines.flatMap(({ at, key, title, ...deadline }) => {
    const row = settings.get(deadline.userPk);
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

/** Returns a function that creates the due reminders of a source's deadlines: an alert in the feed, and an email. */
export function createReminders({
  config,
  database,
  clock,
  mail,
  feeds,
  settings,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail'> & {
  feeds: FeedsRepository;
  settings: AlertSettingsRepository;
}) {
  /**
   * Stores and emails the reminders of one person.
   * @param deletions the number of deleted accounts before the deadlines were read
   * @returns false when an account was deleted since: the reminders can name that person, and are not sent
   */
  function remind(
    source: DeadlineSource,
    row: SettingsRow,
    reminders: readonly NewAlert[],
    { deletions, now }: { deletions: number; now: Date },
  ): Promise<boolean> {
    return database.transaction(async () => {
      if (!(await holdDeletions(database, deletions))) return false;
      const [first, ...rest] = await feeds.store(source, reminders, now);
      if (first !== undefined) {
        await mail.enqueue(individualMail(config, row, [first, ...rest], source.reason));
      }
      return true;
    });
  }

  /** Creates the reminders of a source's deadlines. After the deletion of an account, the next run continues. */
  return async function createDueReminders(source: DeadlineSource): Promise<void> {
    const now = clock.now();
    let after: Deadline | null = null;
    for (;;) {
      const deletions = await countDeletions(database);
      const deadlines: Deadline[] = await source.deadlines(reminderWindow(now), after, BATCH);
      const rows = await settings.findOrCreate([...new Set(deadlines.map(({ userPk }) => userPk))]);
      const byUser = new Map(rows.map((row) => [row.userPk, row]));
      const fresh = await feeds.withoutKnown(remindersOf(deadlines, byUser, now));
      for (const [userPk, reminders] of Map.groupBy(fresh, (reminder) => reminder.userPk)) {
        const row = byUser.get(userPk) as SettingsRow;
        if (!(await remind(source, row, reminders, { deletions, now }))) return;
      }
      after = deadlines.at(-1) ?? null;
      if (deadlines.length < BATCH) return;
    }
  };
}
