import { DEFAULT_DIGEST_FREQUENCY } from '#shared/alerts/frequencies.ts';
import { afterQuiet, digestPeriodStart, isQuiet, nextDigestAt } from '#shared/alerts/schedule.ts';
import { holdDeletions } from '../../db/deletions.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { digestMail } from './alerts.mails.ts';
import { type AlertsRepository, quietHoursOf, type SettingsRow } from './alerts.repository.ts';
import { type AlertSources, type DigestSection, digestSection } from './alerts.sources.ts';

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
  repository,
  sources,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail'> & {
  repository: AlertsRepository;
  sources: AlertSources;
}): () => Promise<void> {
  /** Schedules the digests of people who turned them on. */
  async function scheduleMissing(): Promise<void> {
    const now = clock.now();
    for (const row of await repository.settingsOf(await repository.peopleWithoutPlan())) {
      const frequency = row.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY;
      await repository.updateSettings(row.userPk, {
        nextDigestAt: nextDigestAt(now, row.lastDigestAt, frequency, quietHoursOf(row)),
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

  /** Emails a digest of what happened since a time. @returns false when there is nothing to say */
  async function email(settings: SettingsRow, from: Date, now: Date): Promise<boolean> {
    try {
      const sections = await sectionsFor(settings, from, now);
      if (sections.length === 0) return false;
      const key = `digest:${settings.userPk}:${(settings.nextDigestAt as Date).toISOString()}`;
      await mail.enqueue(digestMail(config, settings, sections, key));
      return true;
    } catch (error) {
      throw new DigestError(settings.userPk, error);
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
      const settings = await repository.takeDigest(now);
      if (settings === undefined) return false;
      const { userPk } = settings;
      const frequency = settings.taskDigestFrequency ?? DEFAULT_DIGEST_FREQUENCY;
      const quiet = quietHoursOf(settings);
      if (isQuiet(now, quiet)) {
        await repository.updateSettings(userPk, { nextDigestAt: afterQuiet(now, quiet) });
        return true;
      }
      const isSent = await email(settings, settings.lastDigestAt ?? digestPeriodStart(now, frequency), now);
      const lastDigestAt = isSent ? now : settings.lastDigestAt;
      await repository.updateSettings(userPk, {
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
        await repository.updateSettings(error.userPk, {
          nextDigestAt: new Date(clock.now().getTime() + RETRY_MS),
        });
      }
    }
    if (failure !== undefined) throw failure;
  };
}
