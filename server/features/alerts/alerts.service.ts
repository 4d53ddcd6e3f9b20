/**
 * Notifies people in their feed and by email. Each feature registers sources of alerts in its `<feature>.alerts.ts`; their
 * types are in alerts.sources.ts. From a cause to the feed and the email:
 *
 * - An event, such as a new meeting note: the feature calls `announce` in the transaction of the event. A job asks the
 *   source for the alerts, and stores them in the feeds (dynamic-alerts.ts).
 * - Time, such as ten days without a meeting: every five minutes a job asks each clock source for its current alerts, and
 *   stores the new ones (dynamic-alerts.ts). When a person turns alerts on, a job does this for them immediately.
 * - A deadline, such as a task's: the same five-minute job asks each deadline source for the next deadlines. It stores the
 *   reminders that are due by the person's settings, and emails them (reminders.ts).
 *
 * Every minute a job returns snoozed alerts to the feeds (alerts.jobs.ts), and emails the digests that are due: deadlines
 * and unread alerts (digests.ts). So alerts of events and of time are emailed only in the digest. alerts.mails.ts writes
 * both emails; alert-settings.service.ts decides who gets which of them.
 *
 * The clients poll the feed (alerts.routes.ts, `poll` and `feed` below). Every change of a feed increments its revision
 * (feeds.repository.ts), so an unchanged feed is recognized by one number.
 */
import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import { FEED_PAGE_SIZE, MAX_SNOOZE_DAYS } from '#shared/alerts/schema.ts';
import { cursor, cursorMoment, cursorPk } from '../../lib/cursors.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { AlertSettingsRepository } from './alert-settings.repository.ts';
import { createAlertSettings } from './alert-settings.service.ts';
import { EVENT_JOB, registerAlertJobs } from './alerts.jobs.ts';
import { type AlertSource, AlertSources } from './alerts.sources.ts';
import { type AlertRow, type FeedHead, FeedsRepository, type PollHead } from './feeds.repository.ts';

/** The cursor of polls: whose feed, and the last change that the client has. */
const feedCursor = cursor('alerts', z.tuple([cursorPk, cursorPk, cursorPk]), { field: 'since' });
/** The cursor of the pages without `since`, newest alert first. */
const olderCursor = cursor('alerts -appearedAt', z.tuple([cursorMoment, cursorPk]), { field: 'before' });

/** The service of alerts, for routes and the features that have sources. */
export type AlertsService = ReturnType<typeof createAlertsService>;

/** Creates the service of alerts: the feed, the settings, the registration of sources, and the jobs. */
export function createAlertsService({ config, database, clock, jobs, mail }: ServiceDependencies) {
  const feeds = new FeedsRepository(database);
  const settings = new AlertSettingsRepository(database);
  const sources = new AlertSources();
  registerAlertJobs({ config, database, clock, jobs, mail, feeds, settings, sources });
  const alertSettings = createAlertSettings({ database, clock, jobs, feeds, settings });

  /** Changes a person's alerts, and the revision and unread count of the feed with them. */
  function changeAlerts(
    actor: Actor,
    apply: (revision: number) => Promise<boolean>,
  ): Promise<{ unread_count: number }> {
    return database.transaction(async () => {
      const revision = (await feeds.incrementRevisions([actor.pk])).get(actor.pk) as number;
      if (!(await apply(revision))) throw notFound();
      return { unread_count: await feeds.recountUnread([actor.pk]) };
    });
  }

  return {
    ...alertSettings,

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
      await feeds.incrementRevisions([userPk]);
      if ((await feeds.deleteAbout(userPk, studentPk)) > 0) await feeds.recountUnread([userPk]);
    },

    /**
     * Deletes the alerts of a cause that no longer applies, such as a withdrawn request: those of the person, and those
     * of others about the person. Call it in the transaction of the change.
     * @returns who had one
     */
    async deleteOutdated(cause: { personPk: number; key: string }): Promise<number[]> {
      const readers = await feeds.readersOf(cause);
      await feeds.incrementRevisions(readers);
      await feeds.deleteByKey(readers, cause.key);
      await feeds.recountUnread(readers);
      return readers;
    },

    /** Reads the revision and unread count of the actor's feed. */
    head(actor: Actor): Promise<FeedHead> {
      return feeds.head(actor.pk);
    },

    /**
     * Reads the person and the state of their feed in one statement, without the person's other data, which an
     * unchanged feed does not need. Undefined when the person has no access: the normal authentication then reports
     * why.
     */
    poll(identity: TokenIdentity): Promise<PollHead | undefined> {
      return feeds.poll(identity);
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
          ? await feeds.newest(actor.pk, olderCursor.decode(before))
          : await feeds.changes(actor.pk, readCursor(actor, since, head));
      const shown = rows.slice(0, FEED_PAGE_SIZE);
      const hasMore = rows.length > FEED_PAGE_SIZE;
      const last = shown.at(-1);
      const position =
        since !== undefined && hasMore && last !== undefined
          ? { revision: last.revision, pk: last.pk }
          : { revision: head.revision, pk: MAX_PK };
      const quietHours = await alertSettings.quietHours(actor);
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
          start: quietHours.start,
          end: quietHours.end,
          time_zone: quietHours.timeZone,
        },
      };
    },

    /** Marks one of the actor's alerts as read. */
    markRead(actor: Actor, pk: number) {
      return changeAlerts(actor, (revision) => feeds.markRead(actor.pk, pk, revision, clock.now()));
    },

    /** Marks all alerts as read. @param cursor of the shown feed: newer alerts stay unread */
    async markAllRead(actor: Actor, cursor: string | undefined) {
      const head = await feeds.head(actor.pk);
      const upTo = cursor === undefined ? MAX_PK : readCursor(actor, cursor, head).revision;
      return changeAlerts(actor, async (revision) => {
        await feeds.markAllRead(actor.pk, upTo, revision, clock.now());
        return true;
      });
    },

    /** Snoozes an alert; it returns unread. */
    snooze(actor: Actor, pk: number, until: Date) {
      const days = (until.getTime() - clock.now().getTime()) / 86_400_000;
      if (days <= 0) throw invalid('until', 'Choose a time in the future');
      if (days > MAX_SNOOZE_DAYS) throw invalid('until', `Choose a time within ${MAX_SNOOZE_DAYS} days`);
      return changeAlerts(actor, (revision) => feeds.snooze(actor.pk, pk, revision, until));
    },
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
