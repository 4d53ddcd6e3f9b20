import { z } from 'zod';
import { type Actor, hasPermission } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { type Year, YEARS } from '#shared/kernel/years.ts';
import { canAddRating, canViewRating } from '#shared/ratings/policy.ts';
import { canAddRoadmap, canViewRoadmap } from '#shared/roadmap/policy.ts';
import { type AttentionReason, attentionReasons } from '#shared/students/attention.ts';
import { canListEveryStudent, canSeeStudent, type StudentPermission } from '#shared/students/policy.ts';
import { STUDENT_ORDERS, studentFilter } from '#shared/students/schema.ts';
import { picturePath } from '#shared/users/picture.ts';
import { cursorPk, cursorsByOrder, cursorText } from '../../lib/cursors.ts';
import { type Page, pageSize, rowLimit, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import {
  positionOf,
  type StudentOverviewRow,
  type StudentRow,
  type StudentScope,
  StudentsRepository,
} from './students.repository.ts';

/** A student with the viewer's permissions (STUD-020). */
export interface Student {
  id: string;
  pk: number;
  fullName: string;
  firstName: string;
  /** The address of the picture. */
  picture: string | null;
  roadmap: { year: Year } | null;
  studentprofilerating: { points: number } | null;
  permissions: StudentPermission[];
  overview: StudentOverview | null;
}

/** The columns of the list besides year and points. */
export interface StudentOverview extends Pick<
  StudentOverviewRow,
  'lastInteraction' | 'nextMeetingAt' | 'gpa'
> {
  attention: AttentionReason[];
}

/** The filter, order and page of the list; unchecked, as a client sent them. */
export interface StudentListRequest {
  first?: number | null;
  after?: string | null;
  filter: object;
  withCount: boolean;
  withOverview: boolean;
}

const SORT_VALUES = {
  name: cursorText,
  year: z.enum(YEARS).nullable(),
  points: z.int32().nullable(),
  attention: z.int32(),
} as const;

const studentCursors = cursorsByOrder('students', STUDENT_ORDERS, (order) =>
  z.tuple([SORT_VALUES[order.replace('-', '') as keyof typeof SORT_VALUES], cursorPk]),
);

/** Creates the service of the list of students. */
export function createStudentsService({ database, clock }: ServiceDependencies) {
  const repository = new StudentsRepository(database);

  function present(actor: Actor, row: StudentRow): Student {
    const permissions: StudentPermission[] = [];
    if (canViewRoadmap(actor, row.pk)) permissions.push('view_roadmap');
    if (canAddRoadmap(actor, row.pk)) permissions.push('add_roadmap');
    if (canAddRating(actor, row.pk)) permissions.push('add_studentprofilerating');
    const { pk, fullName, firstName, picture, year, points, overview } = row;
    return {
      id: toGlobalId('User', pk),
      pk,
      fullName,
      firstName,
      picture: picturePath(pk, picture),
      roadmap: year === null ? null : { year },
      studentprofilerating: points === null || !canViewRating(actor, pk) ? null : { points },
      permissions,
      overview: overview && { ...overview, attention: attentionReasons(overview) },
    };
  }

  return {
    /** Reads the students in the actor's list, by the rule of `canListStudent` (STUD-021). */
    async list(actor: Actor, request: StudentListRequest): Promise<Page<Student>> {
      const filter = parseInput(studentFilter, request.filter);
      const size = pageSize(request.first);
      const cursor = studentCursors[filter.orderBy];
      const after = cursor.decode(request.after);
      const scope: StudentScope = {
        viewerPk: actor.pk,
        everyone: canListEveryStudent(actor),
        everyRating: hasPermission(actor, 'users.view_studentprofilerating'),
      };
      const needsMoment = request.withOverview || filter.orderBy.endsWith('attention');
      const { rows, totalCount } = await repository.list({
        scope,
        filter,
        after: after === null ? null : { value: after[0], pk: after[1] },
        limit: rowLimit(size),
        withCount: request.withCount,
        moment: needsMoment ? { now: clock.now(), timeZone: actor.timeZone } : null,
      });
      const page = toPage(rows, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: (row) => {
          const { value, pk } = positionOf(row, filter.orderBy);
          return cursor.encode([value, pk]);
        },
        nodeOf: (row) => present(actor, row),
      });
      const shown = page.edges.map(({ node }) => node.pk);
      await recordStudentReads(database, actor, 'summary', shown, clock.now());
      return { ...page, totalCount };
    },

    /** Returns a student to people who can see them. */
    async get(actor: Actor, pk: number): Promise<Student> {
      const row = canSeeStudent(actor, pk) ? await repository.find(pk) : undefined;
      if (row === undefined) throw notFound();
      await recordStudentReads(database, actor, 'summary', [pk], clock.now());
      return present(actor, row);
    },
  };
}
