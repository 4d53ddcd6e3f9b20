import { DEFAULT_DIGEST_FREQUENCY } from '#shared/alerts/frequencies.ts';
import { afterQuiet, digestPeriodStart, isQuiet, nextDigestAt } from '#shared/alerts/schedule.ts';
import { holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { type AlertSettingsRepository, quietHoursOf, type SettingsRow } from './alert-settings.repository.ts';
import { digestMail } from './alerts.mails.ts';
import { type AlertSources, type DigestSection, digestSection } from './alerts.sources.ts';
import type { FeedsRepository } from './feeds.repository.ts';

/** The maximum number of digests of one run. The next run sends the remaining ones. */
const MAX_DIGESTS = 100_000;
/** When a digest that failed is tried again. */
const RETRY_MS = 3_600_000;

/** A digest that could not be written. */
class DigestError extends Error {
  override name = 'DigestError';
  readonly userPk: number;
  constructor(userPk: number, cause: unknown) {
    super('A digest could not be written.', { cause });
    this.userPk = userPk;
  }
}

/** Returns a function that schedules missing digests and sends the due ones. It throws if one of them failed. */
export function createDigests({
  config,
  database,
  clock,
  mail,
  feeds,
  settings,
  sources,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail'> & {
  feeds: FeedsRepository;
  settings: AlertSettingsRepository;
  sources: AlertSources;
}): () => Promise<void> {
  /** Schedules the digests of people who turned them on. */
  async function scheduleMissing(): Promise<void> {
    const now = clock.now();
    for (const row of await settings.findOrCreate(await settings.peopleWithoutNextDigest())) {
      const frequency = row.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY;
      await settings.update(row.userPk, {
        nextDigestAt: nextDigestAt(now, row.lastDigestAt, frequency, quietHoursOf(row)),
      });
    }
  }

  /** Returns the sections of a digest that have lines: one or more of each source, and the unread alerts. */
  async function sectionsFor(row: SettingsRow, from: Date, now: Date): Promise<DigestSection[]> {
    const sections: DigestSection[] = [];
    for (const source of sources.withDeadlines()) {
      sections.push(...(await source.digest(row.userPk, { from, now })));
    }
    const unread = await feeds.unreadSince(row.userPk, from);
    sections.push(digestSection('Unread alerts', unread, ({ title, path }) => ({ text: title, path })));
    return sections.filter(({ lines }) => lines.length > 0);
  }

  /** Emails a digest of what happened since a time. @returns false when there is nothing to say */
  async function email(row: SettingsRow, from: Date, now: Date): Promise<boolean> {
    try {
      const sections = await sectionsFor(row, from, now);
      if (sections.length === 0) return false;
      const key = `digest:${row.userPk}:${(row.nextDigestAt as Date).toISOString()}`;
      await mail.enqueue(digestMail(config, row, sections, key));
      return true;
    } catch (error) {
      throw new DigestError(row.userPk, error);
    }
  }

  /**
   * Sends the next due digest and schedules the one after it, in one transaction. Quiet hours only delay it.
   * @returns false when no digest is due
   * @throws DigestError when it cannot be written
   */
  function sendNext(): Promise<boolean> {
    return database.transaction(async () => {
      await holdDeletions(database);
      const now = clock.now();
      const row = await settings.lockNextDueDigest(now);
      if (row === undefined) return false;
      const { userPk } = row;
      const frequency = row.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY;
      const quiet = quietHoursOf(row);
      if (isQuiet(now, quiet)) {
        await settings.update(userPk, { nextDigestAt: afterQuiet(now, quiet) });
        return true;
      }
      const isSent = await email(row, row.lastDigestAt ?? digestPeriodStart(now, frequency), now);
      const lastDigestAt = isSent ? now : row.lastDigestAt;
      await settings.update(userPk, {
        lastDigestAt,
        nextDigestAt: nextDigestAt(now, lastDigestAt ?? now, frequency, quiet),
      });
      return true;
    });
  }

  return async function sendDueDigests() {
    await scheduleMissing();
    let failure: DigestError | undefined;
    for (let count = 0; count < MAX_DIGESTS; count += 1) {
      try {
        if (!(await sendNext())) break;
      } catch (error) {
        if (!(error instanceof DigestError)) throw error;
        // An error for one person must not delay the digests of all others.
        failure = error;
        await settings.update(error.userPk, {
          nextDigestAt: new Date(clock.now().getTime() + RETRY_MS),
        });
      }
    }
    if (failure !== undefined) throw failure;
  };
}
