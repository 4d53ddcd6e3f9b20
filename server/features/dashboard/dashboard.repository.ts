import { DASHBOARD_ROWS } from '#shared/dashboard/limits.ts';
import type { AttentionFacts } from '#shared/students/attention.ts';
import { PAGE_SIZES } from '#shared/tasks/constants.ts';
import type { Database } from '../../db/database.ts';
import { jsonRow, jsonRows } from '../../db/json.ts';
import { JOBS_SCHEMA } from '../../jobs/queue.sql.ts';
import { type ReportRow, selectOpenReports } from '../bug-reports/bug-reports.sources.ts';
import { type DeadlineRow, selectUpcomingDeadlines } from '../deadlines/deadlines.sources.ts';
import { type PendingInvitation, selectPendingInvitations } from '../invitations/invitations.sources.ts';
import { type MeetingJson, selectNextMeetings, selectUnsentMeetings } from '../meetings/meetings.sources.ts';
import { type NoteRow, selectOwnNotes, selectReceivedNotes } from '../notes/notes.sources.ts';
import { type RatingPoints, selectOpenRequests, selectRatingPoints } from '../ratings/ratings.sources.ts';
import { type RoadmapProgress, selectRoadmapProgress } from '../roadmap/roadmap.sources.ts';
import { selectByAttention } from '../students/students.sources.ts';
import { type PinnedRow, selectPinned, type TaskRow, upcomingTasksJson } from '../tasks/tasks.sources.ts';

/** A person whose tasks the dashboard shows; students with their progress. */
export interface DashboardPersonRow {
  pk: number;
  fullName: string;
  firstName: string;
  tasks: TaskRow[];
  roadmap: RoadmapProgress | null;
  rating: RatingPoints | null;
  deadlines: DeadlineRow[];
}

/** A student of a mentor, with the reasons for attention. */
export type AttentionRow = AttentionFacts & { pk: number; fullName: string };

/** Jobs of one kind that failed in the last day. */
export interface FailedJobs {
  name: string;
  count: number;
  lastAt: string;
}

/** Every section as the database returns it; sections that were not asked for are missing. */
export interface DashboardRow {
  people: DashboardPersonRow[];
  meetings: MeetingJson[];
  notes: NoteRow[];
  unsent?: MeetingJson[];
  pinned?: PinnedRow[];
  students?: AttentionRow[];
  requests?: { pk: number; createdAt: string; student: { pk: number; fullName: string } }[];
  reports?: ReportRow[];
  failedJobs?: FailedJobs[];
  invitations?: PendingInvitation[];
}

/** The maximum number of children of a parent and pinned students of a mentor. */
const MAX_PEOPLE = 20;
const MAX_NOTES = 5;

const people = (condition: string, { onlyShared }: { onlyShared: boolean }) =>
  jsonRows(`
    SELECT person.pk, person.full_name AS "fullName", person.first_name AS "firstName",
      ${upcomingTasksJson('person.pk', PAGE_SIZES.upcoming + 1)} AS tasks,
      ${jsonRow(selectRoadmapProgress('person.pk'))} AS roadmap,
      ${jsonRow(selectRatingPoints('person.pk'))} AS rating,
      ${jsonRows(selectUpcomingDeadlines('person', '$3', { onlyShared, limit: DASHBOARD_ROWS }))} AS deadlines
    FROM users AS person WHERE ${condition} AND person.disabled_at IS NULL
    ORDER BY lower(person.full_name), person.pk LIMIT ${MAX_PEOPLE}`);

/**
 * The sections as SQL. `$1` is the viewer, `$2` the viewer's students or children, `$3` the moment, and `$4` the time
 * zone, which only the students' section uses.
 */
const SECTIONS = {
  own: `${people('person.pk = $1', { onlyShared: false })} AS people`,
  children: `${people('person.pk = ANY($2::int[])', { onlyShared: true })} AS people`,
  meetings: `${jsonRows(selectNextMeetings(DASHBOARD_ROWS, false))} AS meetings`,
  childrenMeetings: `${jsonRows(selectNextMeetings(DASHBOARD_ROWS, true))} AS meetings`,
  ownNotes: `${jsonRows(selectOwnNotes(MAX_NOTES))} AS notes`,
  receivedNotes: `${jsonRows(selectReceivedNotes(MAX_NOTES))} AS notes`,
  unsent: `${jsonRows(selectUnsentMeetings(DASHBOARD_ROWS))} AS unsent`,
  pinned: `${jsonRows(selectPinned(MAX_PEOPLE))} AS pinned`,
  requests: `${jsonRows(selectOpenRequests('$2', String(DASHBOARD_ROWS)))} AS requests`,
  reports: `${jsonRows(selectOpenReports(DASHBOARD_ROWS))} AS reports`,
  failedJobs: `${jsonRows(`
    SELECT name, count(*)::int AS count, max(completed_on) AS "lastAt" FROM ${JOBS_SCHEMA}.job
    WHERE state = 'failed' GROUP BY name ORDER BY max(completed_on) DESC LIMIT ${DASHBOARD_ROWS}`)} AS "failedJobs"`,
  invitations: `${jsonRows(selectPendingInvitations('$1', '$3', DASHBOARD_ROWS))} AS invitations`,
  students: `${jsonRows(selectByAttention('$3', '$4', DASHBOARD_ROWS))} AS students`,
} as const;

/** A section of the dashboard. */
export type DashboardSection = keyof typeof SECTIONS;

/** Reads the dashboard: the sections of all features in one statement. */
export class DashboardRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the sections in one statement. */
  async read(
    sections: readonly DashboardSection[],
    viewer: { pk: number; studentPks: readonly number[]; timeZone: string; now: Date },
  ): Promise<DashboardRow> {
    const { pk, studentPks, timeZone, now } = viewer;
    const values: unknown[] = [pk, studentPks, now];
    if (sections.includes('students')) values.push(timeZone);
    const text = `SELECT ${sections.map((section) => SECTIONS[section]).join(',\n')}`;
    const [row] = await this.#database.query<DashboardRow>(text, values);
    return row as DashboardRow;
  }
}
