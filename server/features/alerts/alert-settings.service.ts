import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { nextDigestAt, type QuietHours } from '#shared/alerts/schedule.ts';
import type { AlertSettings } from '#shared/alerts/settings-response.ts';
import type { AlertSettingsInput } from '#shared/alerts/schema.ts';
import { requireTimeZone } from '../../db/time-zones.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { type AlertSettingsRepository, quietHoursOf, type SettingsRow } from './alert-settings.repository.ts';
import { TURNED_ON_JOB } from './alerts.jobs.ts';
import type { MailList } from './alerts.mails.ts';
import type { FeedsRepository } from './feeds.repository.ts';

/** Creates the part of the alerts service that reads and changes settings, signed in or by an unsubscribe link. */
export function createAlertSettings({
  database,
  clock,
  jobs,
  feeds,
  settings: repository,
}: Pick<ServiceDependencies, 'database' | 'clock' | 'jobs'> & {
  feeds: FeedsRepository;
  settings: AlertSettingsRepository;
}) {
  async function requireSettings(actor: Pick<Actor, 'pk'>): Promise<SettingsRow> {
    const [settings] = await repository.findOrCreate([actor.pk]);
    if (settings === undefined) throw notFound();
    return settings;
  }

  /**
   * Saves changed settings, and what follows from them: when the next digest is sent, and the current alerts of a person
   * who has just turned alerts on. Call it in a transaction.
   */
  async function saveSettings(userPk: number, change: Partial<SettingsRow>) {
    const stored = await repository.lock(userPk);
    if (stored === undefined) throw notFound();
    const { timeZone, ...columns } = change;
    if (timeZone !== undefined) await repository.setTimeZone(userPk, timeZone);
    const settings = { ...stored, ...change };
    const frequency = settings.taskDigestFrequency;
    await repository.update(userPk, {
      ...columns,
      nextDigestAt:
        settings.taskDigestEnabled && frequency !== null
          ? nextDigestAt(clock.now(), stored.lastDigestAt, frequency, quietHoursOf(settings))
          : null,
    });
    if (settings.dynamicAlertEnabled && !stored.dynamicAlertEnabled) {
      await jobs.send(TURNED_ON_JOB, { userPk }, { singletonKey: String(userPk) });
    }
  }

  return {
    /** Reads the settings (ALRT-010). */
    async settings(actor: Actor): Promise<AlertSettings> {
      return toSettings(await requireSettings(actor));
    },

    /** Reads the quiet hours. */
    async quietHours(actor: Pick<Actor, 'pk'>): Promise<QuietHours> {
      return quietHoursOf(await requireSettings(actor));
    },

    /** Changes the settings (ALRT-011). Omitted quiet hours and time zone are unchanged. */
    async changeSettings(actor: Actor, input: AlertSettingsInput): Promise<AlertSettings> {
      await requireSettings(actor);
      if (input.time_zone !== undefined) await requireTimeZone(database, 'time_zone', input.time_zone);
      await database.transaction(async () => {
        await saveSettings(actor.pk, {
          taskIndividualEnabled: input.task_individual_enabled,
          taskDigestEnabled: input.task_digest_enabled,
          dynamicAlertEnabled: input.dynamic_alert_enabled,
          taskDigestFrequency: input.task_digest_frequency ?? null,
          taskIndividualFrequency: input.task_individual_frequency ?? null,
          ...(input.quiet_hours_start === undefined ? {} : { quietHoursStart: input.quiet_hours_start }),
          ...(input.quiet_hours_end === undefined ? {} : { quietHoursEnd: input.quiet_hours_end }),
          ...(input.time_zone === undefined ? {} : { timeZone: input.time_zone }),
        });
        // The feed contains the quiet hours, so polls must see the change.
        await feeds.incrementRevisions([actor.pk]);
      });
      return toSettings(await requireSettings(actor));
    },

    /** Changes the person's time zone, in which quiet hours and the time of digests are. */
    async changeTimeZone(actor: Pick<Actor, 'pk'>, timeZone: string): Promise<void> {
      await requireSettings(actor);
      await database.transaction(async () => {
        await saveSettings(actor.pk, { timeZone });
        // The feed contains the time zone of the quiet hours.
        await feeds.incrementRevisions([actor.pk]);
      });
    },

    /** Returns whether the unsubscribe link of an email is still valid. */
    async knowsUnsubscribeToken(token: string): Promise<boolean> {
      return (await repository.userOfUnsubscribeToken(token)) !== undefined;
    },

    /** Unsubscribes from one kind of email, without signing in. */
    async unsubscribe(token: string, list: MailList): Promise<void> {
      const userPk = await repository.userOfUnsubscribeToken(token);
      if (userPk === undefined) throw notFound();
      await database.transaction(() =>
        saveSettings(
          userPk,
          list === 'digest' ? { taskDigestEnabled: false } : { taskIndividualEnabled: false },
        ),
      );
    },
  };
}

function toSettings(row: SettingsRow): AlertSettings {
  return {
    task_individual_enabled: row.taskIndividualEnabled,
    task_digest_enabled: row.taskDigestEnabled,
    dynamic_alert_enabled: row.dynamicAlertEnabled,
    task_digest_frequency: row.taskDigestFrequency,
    task_individual_frequency: row.taskIndividualFrequency,
    quiet_hours_start: row.quietHoursStart,
    quiet_hours_end: row.quietHoursEnd,
    time_zone: row.timeZone,
  };
}
