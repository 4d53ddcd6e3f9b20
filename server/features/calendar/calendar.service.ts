import { randomBytes } from 'node:crypto';
import ical, { ICalEventClass, ICalEventTransparency } from 'ical-generator';
import type { CalendarFeed } from '#shared/calendar/responses.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { renderText } from '#shared/rich-text/render.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { DeadlinesService } from '../deadlines/deadlines.service.ts';
import type { MeetingsService } from '../meetings/meetings.service.ts';
import type { RoadmapService } from '../roadmap/roadmap.service.ts';
import type { TasksService } from '../tasks/tasks.service.ts';
import { CalendarRepository, type FeedRow } from './calendar.repository.ts';
import { hashOf } from '../../lib/hash.ts';

const DAY = 24 * 60 * 60_000;
/** The period that the feed covers. */
const REACH = { past: 30 * DAY, future: 400 * DAY } as const;
const TASK_LENGTH = 30 * 60_000;
const MEETINGS = 50;
const MAX_DESCRIPTION = 2_000;

function toFeed(row: FeedRow | undefined, address: string | null): CalendarFeed {
  return {
    active: row !== undefined,
    titles_only: row?.titlesOnly ?? true,
    created_at: row?.createdAt.toISOString() ?? null,
    address,
  };
}

/** Creates the service of calendar feeds: a private link with a person's due tasks, meetings, exams and deadlines. */
export function createCalendarService(
  { database, clock, config }: ServiceDependencies,
  {
    tasks,
    meetings,
    roadmap,
    deadlines,
  }: {
    tasks: TasksService;
    meetings: MeetingsService;
    roadmap: RoadmapService;
    deadlines: DeadlinesService;
  },
) {
  const repository = new CalendarRepository(database);
  const host = new URL(config.publicUrl).host;

  async function meetingsOf(owner: Actor) {
    const any = { first: MEETINGS, after: null, student: null };
    const pages = await Promise.all([
      meetings.list(owner, { ...any, period: 'upcoming' }),
      meetings.list(owner, { ...any, period: 'now' }),
    ]);
    return pages.flatMap((page) => page.edges.map((edge) => edge.node));
  }

  /** Returns the feed. The text is the same while nothing changed, because the ETag is its hash. */
  async function write(owner: Actor, titlesOnly: boolean): Promise<string> {
    const now = clock.now().getTime();
    const calendar = ical({
      name: 'GoPath',
      prodId: { company: 'GoPath', product: 'GoPath', language: 'EN' },
      ttl: 60 * 60,
    });
    const due = await tasks.dated(owner, new Date(now - REACH.past), new Date(now + REACH.future));
    for (const { task, list, ownerFullName, body, dueAt, updatedAt } of due) {
      const whose = list.ownerPk === owner.pk ? '' : `${ownerFullName}: `;
      calendar.createEvent({
        id: `task-${task.pk}@${host}`,
        start: dueAt,
        end: new Date(dueAt.getTime() + TASK_LENGTH),
        stamp: updatedAt,
        lastModified: updatedAt,
        sequence: task.version - 1,
        summary: whose + task.name,
        class: ICalEventClass.PRIVATE,
        // A due date does not make the person busy.
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(titlesOnly
          ? {}
          : {
              description: [
                list.name + (task.points > 0 ? `, ${task.points} points` : ''),
                renderText(parseRichText(body)).slice(0, MAX_DESCRIPTION),
              ].join('\n\n'),
              url:
                config.publicUrl +
                paths.taskFor(owner.pk, { pk: task.pk, ownerPk: list.ownerPk, slug: list.slug }),
            }),
      });
    }
    for (const meeting of await meetingsOf(owner)) {
      const others = meeting.providerPk === owner.pk ? meeting.clientName : meeting.providerName;
      calendar.createEvent({
        id: `meeting-${meeting.pk}@${host}`,
        start: meeting.startsAt,
        end: meeting.endsAt,
        stamp: meeting.scheduledAt,
        lastModified: meeting.scheduledAt,
        sequence: meeting.sequence,
        summary: meeting.name,
        class: ICalEventClass.PRIVATE,
        ...(titlesOnly
          ? {}
          : {
              description: `With ${others}`,
              ...(meeting.permissions.includes('view_meetingroom') && {
                url: `${config.publicUrl}${paths.meetingRoom(meeting.meetId)}`,
              }),
            }),
      });
    }
    const day = (time: number) => dateIn(owner.timeZone, new Date(time));
    const exams = await roadmap.exams.dated(owner, day(now - REACH.past), day(now + REACH.future));
    for (const { type, pk, name, takenAt, studentPk, studentFullName } of exams) {
      calendar.createEvent({
        id: `${type}-${pk}@${host}`,
        // Calendar dates are read as UTC, in any time zone of the server.
        start: new Date(takenAt),
        allDay: true,
        stamp: new Date(takenAt),
        summary: (studentPk === owner.pk ? '' : `${studentFullName}: `) + name,
        class: ICalEventClass.PRIVATE,
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(titlesOnly ? {} : { url: `${config.publicUrl}/users/${studentPk}/roadmap/standardized_tests/` }),
      });
    }
    const applications = await deadlines.dated(owner, day(now - REACH.past), day(now + REACH.future));
    for (const { kind, pk, title, dueOn, studentPk, studentName } of applications) {
      const isEssay = kind === 'ESSAY';
      calendar.createEvent({
        id: `${kind.toLowerCase()}-${pk}@${host}`,
        start: new Date(dueOn),
        allDay: true,
        stamp: new Date(dueOn),
        summary: `${studentPk === owner.pk ? '' : `${studentName}: `}${isEssay ? 'Essay' : 'Application'} due: ${title}`,
        class: ICalEventClass.PRIVATE,
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(titlesOnly
          ? {}
          : {
              url:
                config.publicUrl +
                (isEssay ? paths.essay(studentPk, pk) : `${paths.roadmap(studentPk)}colleges/`),
            }),
      });
    }
    return calendar.toString();
  }

  return {
    /** Reads the actor's feed settings, without the link. */
    async settings(actor: Actor): Promise<CalendarFeed> {
      return toFeed(await repository.find(actor.pk), null);
    },

    /** Creates the feed or replaces its link. Only the token's hash is stored, so the link is returned once. */
    async create(actor: Actor, titlesOnly: boolean): Promise<CalendarFeed> {
      const token = randomBytes(32).toString('base64url');
      await repository.put(actor.pk, hashOf(token), titlesOnly, clock.now());
      return toFeed(await repository.find(actor.pk), `${config.publicUrl}/calendar/${token}.ics`);
    },

    /** Changes the content of the feed. @throws AppError NOT_FOUND when there is no feed */
    async change(actor: Actor, titlesOnly: boolean): Promise<CalendarFeed> {
      await repository.setTitlesOnly(actor.pk, titlesOnly);
      const row = await repository.find(actor.pk);
      if (row === undefined) throw notFound();
      return toFeed(row, null);
    },

    /** Ends the feed: its link stops working. */
    async revoke(actor: Actor): Promise<CalendarFeed> {
      await repository.remove(actor.pk);
      return toFeed(undefined, null);
    },

    /** Reads the calendar of a link. @throws AppError NOT_FOUND for an unknown or revoked link */
    async read(token: string): Promise<{ text: string; etag: string }> {
      const feed = await repository.findByToken(hashOf(token));
      if (feed === undefined) throw notFound();
      const text = await write(feed.owner, feed.titlesOnly);
      return { text, etag: `"${hashOf(text)}"` };
    },
  };
}
