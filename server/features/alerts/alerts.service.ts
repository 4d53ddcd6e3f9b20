import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import { nextDigestAt } from '#shared/alerts/schedule.ts';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import type { AlertSettings } from '#shared/alerts/settings-response.ts';
import { type AlertSettingsInput, FEED_PAGE_SIZE, MAX_SNOOZE_DAYS } from '#shared/alerts/schema.ts';
import { requireTimeZone } from '../../db/time-zones.ts';
import { cursor, cursorMoment, cursorPk } from '../../lib/cursors.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createAlertJobs, EVENT_JOB, TURNED_ON_JOB } from './alerts.jobs.ts';
import type { MailList } from './alerts.mails.ts';
import {
  type AlertRow,
  AlertsRepository,
  type FeedHead,
  type PollHead,
  quietHoursOf,
  type SettingsRow,
} from './alerts.repository.ts';
import { type AlertSource, AlertSources } from './alerts.sources.ts';

const feedCursor = cursor('alerts', z.tuple([cursorPk, cursorPk, cursorPk]), { field: 'since' });
/** The cursor of the pages without `since`, newest alert first. */
const olderCursor = cursor('alerts -appearedAt', z.tuple([cursorMoment, cursorPk]), { field: 'before' });

export type AlertsService = ReturnType<typeof createAlertsService>;

/**
 * Creates the service of alerts: the feed, the settings, sources of alerts, and the jobs that create them.
 */
export function createAlertsService({ config, database, clock, jobs, mail }: ServiceDependencies) {
  const repository = new AlertsRepository(database);
  const sources = new AlertSources();
  createAlertJobs({ config, database, clock, jobs, mail, repository, sources });

  async function requireSettings(actor: Pick<Actor, 'pk'>): Promise<SettingsRow> {
    const [settings] = await repository.settingsOf([actor.pk]);
    if (settings === undefined) throw notFound();
    return settings;
  }

  /** Changes a person's alerts with the feed's revision and unread count. */
  function change(
    actor: Actor,
    apply: (revision: number) => Promise<boolean>,
  ): Promise<{ unread_count: number }> {
    return database.transaction(async () => {
      const revision = (await repository.advance([actor.pk])).get(actor.pk) as number;
      if (!(await apply(revision))) throw notFound();
      return { unread_count: await repository.recount([actor.pk]) };
    });
  }

  async function saveSettings(userPk: number, change: Partial<SettingsRow>) {
    const stored = await repository.lockSettings(userPk);
    if (stored === undefined) throw notFound();
    const { timeZone, ...columns } = change;
    if (timeZone !== undefined) await repository.setTimeZone(userPk, timeZone);
    const settings = { ...stored, ...change };
    const frequency = settings.taskDigestFrequency;
    await repository.updateSettings(userPk, {
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
    /** Adds a source of alerts. Each feature calls it once per source. */
    registerAlertSource(source: AlertSource): void {
      sources.register(source);
    },

    /** Announces an event in its transaction: people are alerted if it commits. */
    announce(kind: string, event: object): Promise<void> {
      return jobs.send(EVENT_JOB, { kind, event });
    },

    /**
     * Deletes the alerts of a removed mentor or parent about the student: their feed and digest no longer name the
     * student. Call it in the transaction of the removal.
     */
    async deleteAbout({ userPk, studentPk }: { userPk: number; studentPk: number }): Promise<void> {
      await repository.advance([userPk]);
      if ((await repository.deleteAbout(userPk, studentPk)) > 0) await repository.recount([userPk]);
    },

    /** Reads the settings (ALRT-010). */
    async settings(actor: Actor): Promise<AlertSettings> {
      return toSettings(await requireSettings(actor));
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
        await repository.advance([actor.pk]);
      });
      return toSettings(await requireSettings(actor));
    },

    /** Changes the person's time zone, in which quiet hours and the time of digests are. */
    async changeTimeZone(actor: Pick<Actor, 'pk'>, timeZone: string): Promise<void> {
      await requireSettings(actor);
      await database.transaction(async () => {
        await saveSettings(actor.pk, { timeZone });
        // The feed contains the time zone of the quiet hours.
        await repository.advance([actor.pk]);
      });
    },

    /** Reads the revision and unread count of the actor's feed. */
    head(actor: Actor): Promise<FeedHead> {
      return repository.head(actor.pk);
    },

    /**
     * Reads the person and the state of their feed in one statement, without the person's other data, which an
     * unchanged feed does not need. Undefined when the person has no access: the normal authentication then reports
     * why.
     */
    poll(identity: TokenIdentity): Promise<PollHead | undefined> {
      return repository.poll(identity);
    },

    /** Returns whether a cursor of this person is at the head of the feed. */
    isAtHead(actor: Pick<Actor, 'pk'>, since: string, head: FeedHead): boolean {
      return readCursor(actor, since, head).revision === head.revision;
    },

    /**
     * Reads the alerts that changed since a cursor; without one, the newest alerts, or the next older ones.
     * @param head read just before; later changes are in the next poll
     */
    async feed(
      actor: Actor,
      { since, before }: { since?: string | undefined; before?: string | undefined },
      head: FeedHead,
    ): Promise<AlertFeed> {
      const rows =
        since === undefined
          ? await repository.newest(actor.pk, olderCursor.decode(before))
          : await repository.changes(actor.pk, readCursor(actor, since, head));
      const shown = rows.slice(0, FEED_PAGE_SIZE);
      const hasMore = rows.length > FEED_PAGE_SIZE;
      const last = shown.at(-1);
      const position =
        since !== undefined && hasMore && last !== undefined
          ? { revision: last.revision, pk: last.pk }
          : { revision: head.revision, pk: MAX_PK };
      const settings = await requireSettings(actor);
      return {
        cursor: feedCursor.encode([actor.pk, position.revision, position.pk]),
        unread_count: head.unread,
        has_more: hasMore,
        older:
          since === undefined && hasMore && last !== undefined
            ? olderCursor.encode([last.appearedAt.toISOString(), last.pk])
            : null,
        alerts: shown.map(toAlert),
        quiet_hours: {
          start: settings.quietHoursStart,
          end: settings.quietHoursEnd,
          time_zone: settings.timeZone,
        },
      };
    },

    /** Marks one of the actor's alerts as read. */
    markRead(actor: Actor, pk: number) {
      return change(actor, (revision) => repository.markRead(actor.pk, pk, revision, clock.now()));
    },

    /** Marks all alerts as read. @param cursor of the shown feed: newer alerts stay unread */
    async markAllRead(actor: Actor, cursor: string | undefined) {
      const head = await repository.head(actor.pk);
      const upTo = cursor === undefined ? MAX_PK : readCursor(actor, cursor, head).revision;
      return change(actor, async (revision) => {
        await repository.markAllRead(actor.pk, upTo, revision, clock.now());
        return true;
      });
    },

    /** Snoozes an alert; it returns unread. */
    snooze(actor: Actor, pk: number, until: Date) {
      const days = (until.getTime() - clock.now().getTime()) / 86_400_000;
      if (days <= 0) throw invalid('until', 'Choose a time in the future');
      if (days > MAX_SNOOZE_DAYS) throw invalid('until', `Choose a time within ${MAX_SNOOZE_DAYS} days`);
      return change(actor, (revision) => repository.snooze(actor.pk, pk, revision, until));
    },

    /** Returns whether the unsubscribe link of an email is still valid. */
    async knowsUnsubscribeToken(token: string): Promise<boolean> {
      return (await repository.userOfToken(token)) !== undefined;
    },

    /** Unsubscribes from one kind of email, without signing in. */
    async unsubscribe(token: string, list: MailList): Promise<void> {
      const userPk = await repository.userOfToken(token);
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

function toAlert(row: AlertRow): Alert {
  return {
    pk: row.pk,
    kind: row.kind,
    title: row.title,
    body: row.body,
    path: row.path,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    appeared_at: row.appearedAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    snoozed_until: row.snoozedUntil?.toISOString() ?? null,
  };
}

/** Parses a cursor. @throws AppError INVALID_INPUT for one of another person or list, or ahead of the feed */
function readCursor(
  actor: Pick<Actor, 'pk'>,
  since: string,
  head: FeedHead,
): { revision: number; pk: number } {
  const [userPk, revision, pk] = feedCursor.decode(since) ?? [];
  if (userPk !== actor.pk || revision === undefined || revision > head.revision || pk === undefined) {
    throw invalid('since', 'This cursor does not belong to your alerts.');
  }
  return { revision, pk };
}
