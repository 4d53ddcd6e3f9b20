import type { Actor } from '#shared/kernel/actor.ts';
import { canViewBugReports } from '#shared/bug-reports/policy.ts';
import { canSeeConnections } from '#shared/connections/policy.ts';
import type { Connection } from '#shared/connections/responses.ts';
import { canInvite } from '#shared/invitations/policy.ts';
import { capabilitiesOf, isCapable } from '#shared/kernel/capabilities.ts';
import { type AttentionReason, attentionReasons } from '#shared/students/attention.ts';
import { PAGE_SIZES } from '#shared/tasks/constants.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { Page } from '../../lib/pages.ts';
import type { ReportRow } from '../bug-reports/bug-reports.sources.ts';
import type { ConnectionsService } from '../connections/connections.service.ts';
import type { PendingInvitation } from '../invitations/invitations.sources.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import { presentMeeting } from '../meetings/meetings.sources.ts';
import { type Note, toNote } from '../notes/notes.sources.ts';
import type { ReviewRequestRow } from '../ratings/ratings.sources.ts';
import type { PinnedStudent, Task } from '../tasks/tasks.sources.ts';
import { toPinnedStudent, toUpcomingPage } from '../tasks/tasks.sources.ts';
import {
  DashboardRepository,
  type DashboardSection,
  type FailedJobs,
  type DashboardPersonRow,
} from './dashboard.repository.ts';

/** A person whose tasks the dashboard shows. */
export type DashboardPerson = Omit<DashboardPersonRow, 'tasks'> & { tasks: Page<Task> };

/** A student of a mentor, with the reasons for attention. */
export interface DashboardStudent {
  pk: number;
  fullName: string;
  attention: AttentionReason[];
}

/** The dashboard. Sections that are not for the viewer are null. */
export interface DashboardState {
  people: DashboardPerson[];
  meetings: Meeting[];
  notes: Note[];
  unsentMeetings: Meeting[] | null;
  pinnedStudents: PinnedStudent[] | null;
  students: DashboardStudent[] | null;
  reviewRequests: ReviewRequestRow[] | null;
  bugReports: ReportRow[] | null;
  failedJobs: FailedJobs[] | null;
  invitations: PendingInvitation[] | null;
  connections: Connection[] | null;
}

/** Returns the sections of the actor's dashboard. */
function sectionsOf(actor: Actor): DashboardSection[] {
  const follows = isCapable(actor, 'follow_children');
  const isLimited = isCapable(actor, 'limited_invitations');
  return [
    follows ? 'children' : 'own',
    follows ? 'childrenMeetings' : 'meetings',
    ...(isCapable(actor, 'write_notes') ? (['ownNotes', 'unsent'] as const) : (['receivedNotes'] as const)),
    ...(isCapable(actor, 'pin_students') ? (['pinned', 'students'] as const) : []),
    ...(isCapable(actor, 'review_ratings') ? (['requests'] as const) : []),
    ...(canViewBugReports(actor) ? (['reports', 'failedJobs'] as const) : []),
    ...(canInvite(capabilitiesOf(actor)) && !isLimited ? (['invitations'] as const) : []),
  ];
}

/** Converts the dates of rows from the database's JSON. */
function withDates<Key extends string, Row extends Readonly<Record<Key, string>>>(
  rows: readonly Row[] | undefined,
  key: Key,
): Row[] | null {
  return rows?.map((row) => ({ ...row, [key]: new Date(row[key]).toISOString() })) ?? null;
}

/** Creates the service of the dashboard. */
export function createDashboardService(
  { database, clock, config }: ServiceDependencies,
  { connections }: { connections: ConnectionsService },
) {
  const repository = new DashboardRepository(database);
  return {
    /** Reads the whole dashboard in one statement (SHEL-002). */
    async read(actor: Actor): Promise<DashboardState> {
      const { pk, studentPks, timeZone } = actor;
      const now = clock.now();
      const row = await repository.read(sectionsOf(actor), { pk, studentPks, timeZone, now });
      const time = { now, cutOffHours: config.meetingCutOffHours };
      return {
        people: row.people.map(({ tasks, ...person }) => ({
          ...person,
          tasks: toUpcomingPage(actor, tasks, { size: PAGE_SIZES.upcoming, hasPreviousPage: false }),
        })),
        meetings: row.meetings.map((meeting) => presentMeeting(actor, meeting, time)),
        notes: row.notes.map((note) => toNote(actor, note)),
        unsentMeetings: row.unsent?.map((meeting) => presentMeeting(actor, meeting, time)) ?? null,
        pinnedStudents: row.pinned?.map((student) => toPinnedStudent(actor, student)) ?? null,
        students:
          row.students?.map((student) => ({
            pk: student.pk,
            fullName: student.fullName,
            attention: attentionReasons(student),
          })) ?? null,
        reviewRequests:
          row.requests?.map((request) => ({ ...request, createdAt: new Date(request.createdAt) })) ?? null,
        bugReports: withDates(row.reports, 'createdAt'),
        failedJobs: withDates(row.failedJobs, 'lastAt'),
        invitations: withDates(row.invitations, 'createdAt'),
        connections: canSeeConnections(actor) ? await connections.summary() : null,
      };
    },
  };
}
