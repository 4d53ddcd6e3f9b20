import { randomBytes } from 'node:crypto';
import ical, { type ICalCalendar, ICalEventClass, ICalEventTransparency } from 'ical-generator';
import type { CalendarFeed } from '#shared/calendar/responses.ts';
import { deadlinePath } from '#shared/deadlines/paths.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { renderText } from '#shared/rich-text/render.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { DeadlinesService } from '../deadlines/deadlines.service.ts';
import { type Meeting, type MeetingsService, meetingUid } from '../meetings/meetings.service.ts';
import type { RoadmapService } from '../roadmap/roadmap.service.ts';
import type { TasksService } from '../tasks/tasks.service.ts';
import { CalendarRepository, type FeedRow } from './calendar.repository.ts';
import { hashOf } from '../../lib/hash.ts';
import type { Page } from '../../lib/pages.ts';

const DAY = 24 * 60 * 60_000;
/** The period that the feed covers. */
const REACH = { past: 30 * DAY, future: 400 * DAY } as const;
const TASK_LENGTH = 30 * 60_000;
const MEETINGS_PER_PAGE = 100;
/** The maximum number of meetings of a feed. */
const MAX_MEETINGS = 1_000;
const MAX_DESCRIPTION = 2_000;

/** A feed that is being written. */
interface Feed {
  calendar: ICalCalendar;
  owner: Actor;
  titlesOnly: boolean;
  from: Date;
  to: Date;
}

/** An all-day event about a student. */
interface DayEvent {
  id: string;
  /** A calendar date. */
  date: string;
  title: string;
  studentPk: number;
  studentName: string;
  path: string;
}

/** Describes the other people of a meeting. A parent gets the student too, because a parent can have several children. */
function peopleOf({ providerPk, providerName, clientPk, clientName }: Meeting, owner: Actor): string {
  if (owner.pk === providerPk) return `With ${clientName}`;
  return owner.pk === clientPk ? `With ${providerName}` : `${clientName} with ${providerName}`;
}

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

  async function addTasks({ calendar, owner, titlesOnly, from, to }: Feed): Promise<void> {
    for (const { task, list, ownerFullName, body, dueAt, updatedAt } of await tasks.dated(owner, from, to)) {
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
  }

  /** Reads the booked meetings of the feed's period, page by page. */
  async function meetingsOf({ owner, from, to }: Feed): Promise<Meeting[]> {
    const found: Meeting[] = [];
    let after: string | null = null;
    do {
      const asked = { first: MEETINGS_PER_PAGE, after, student: null, period: null, from, to };
      const page: Page<Meeting> = await meetings.list(owner, asked);
      found.push(...page.edges.map(({ node }) => node));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null && found.length < MAX_MEETINGS);
    return found;
  }

  async function addMeetings(feed: Feed): Promise<void> {
    const { calendar, owner, titlesOnly } = feed;
    for (const meeting of await meetingsOf(feed)) {
      calendar.createEvent({
        id: meetingUid(meeting.pk, config.publicUrl),
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
              description: peopleOf(meeting, owner),
              ...(meeting.permissions.includes('view_meetingroom') && {
                url: `${config.publicUrl}${paths.meetingRoom(meeting.meetId)}`,
              }),
            }),
      });
    }
  }

  function addDay({ calendar, owner, titlesOnly }: Feed, event: DayEvent): void {
    // Calendar dates are read as UTC, in any time zone of the server.
    const date = new Date(event.date);
    calendar.createEvent({
      id: `${event.id}@${host}`,
      start: date,
      allDay: true,
      stamp: date,
      summary: (event.studentPk === owner.pk ? '' : `${event.studentName}: `) + event.title,
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(titlesOnly ? {} : { url: config.publicUrl + event.path }),
    });
  }

  async function addExams(feed: Feed): Promise<void> {
    const { owner, from, to } = feed;
    const exams = await roadmap.exams.dated(owner, dateIn(owner.timeZone, from), dateIn(owner.timeZone, to));
    for (const { type, pk, name, takenAt, studentPk, studentFullName } of exams) {
      addDay(feed, {
        id: `${type}-${pk}`,
        date: takenAt,
        title: name,
        studentPk,
        studentName: studentFullName,
        path: `${paths.roadmap(studentPk)}standardized_tests/`,
      });
    }
  }

  async function addDeadlines(feed: Feed): Promise<void> {
    const { owner, from, to } = feed;
    const rows = await deadlines.dated(owner, dateIn(owner.timeZone, from), dateIn(owner.timeZone, to));
    for (const row of rows) {
      addDay(feed, {
        id: `${row.kind.toLowerCase()}-${row.pk}`,
        date: row.dueOn,
        title: `${row.kind === 'ESSAY' ? 'Essay' : 'Application'} due: ${row.title}`,
        studentPk: row.studentPk,
        studentName: row.studentName,
        path: deadlinePath(row, owner.pk),
      });
    }
  }

  /** Returns the feed. The text is the same while nothing changed, because the ETag is its hash. */
  async function write(owner: Actor, titlesOnly: boolean): Promise<string> {
    const now = clock.now().getTime();
    const calendar = ical({
      name: 'GoPath',
      prodId: { company: 'GoPath', product: 'GoPath', language: 'EN' },
      ttl: 60 * 60,
    });
    const period = { from: new Date(now - REACH.past), to: new Date(now + REACH.future) };
    const feed: Feed = { calendar, owner, titlesOnly, ...period };
    await addTasks(feed);
    await addMeetings(feed);
    await addExams(feed);
    await addDeadlines(feed);
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
