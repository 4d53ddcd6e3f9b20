import { type Actor, hasPermission } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { MAX_PK, toGlobalId } from '#shared/kernel/ids.ts';
import { type Year, YEARS } from '#shared/kernel/years.ts';
import { canAddRating, canViewRating } from '#shared/ratings/policy.ts';
import { canAddRoadmap, canViewRoadmap } from '#shared/roadmap/policy.ts';
import { canSeeStudent, type StudentPermission } from '#shared/students/policy.ts';
import { type StudentFilter, studentFilter, type StudentOrder } from '#shared/students/schema.ts';
import { recordReads } from '../../db/staff-reads.ts';
import { decodeCursor, type Page, pageSize, toPage } from '../../graphql/connection.ts';
import { parseInput } from '../../http/input.ts';
import type { ServiceDependencies } from '../../services.ts';
import {
  positionOf,
  type StudentPosition,
  type StudentRow,
  type StudentScope,
  StudentsRepository,
} from './students.repository.ts';

/** A student as the viewer gets one (STUD-020). */
export interface Student {
  id: string;
  pk: number;
  fullName: string;
  firstName: string;
  roadmap: { year: Year } | null;
  studentprofilerating: { points: number } | null;
  permissions: StudentPermission[];
}

export interface StudentListRequest {
  first?: number | null;
  after?: string | null;
  filter: object;
  withCount: boolean;
}

/** Row limits that statements are made with: few, so that few statements are prepared. */
const LIMITS = [11, 51, 201, 501];

export function createStudentsService({ database, clock }: ServiceDependencies) {
  const repository = new StudentsRepository(database);

  function present(actor: Actor, row: StudentRow): Student {
    const permissions: StudentPermission[] = [];
    if (canViewRoadmap(actor, row.pk)) permissions.push('view_roadmap');
    if (canAddRoadmap(actor, row.pk)) permissions.push('add_roadmap');
    if (canAddRating(actor, row.pk)) permissions.push('add_studentprofilerating');
    const { pk, fullName, firstName, year, points } = row;
    return {
      id: toGlobalId('User', pk),
      pk,
      fullName,
      firstName,
      roadmap: year === null ? null : { year },
      studentprofilerating: points === null || !canViewRating(actor, pk) ? null : { points },
      permissions,
    };
  }

  return {
    /** STUD-021: the students that {@link canListStudent} allows, as SQL. */
    async list(actor: Actor, request: StudentListRequest): Promise<Page<Student>> {
      const filter = parseInput(studentFilter, request.filter);
      const size = pageSize(request.first);
      const after = request.after == null ? null : readPosition(request.after, filter);
      const scope: StudentScope = {
        viewerPk: actor.pk,
        everybody: actor.role !== 'student' && hasPermission(actor, 'roadmap.view_roadmap'),
        everyRating: hasPermission(actor, 'users.view_studentprofilerating'),
      };
      const limit = LIMITS.find((known) => known > size) as number;
      const { rows, totalCount } = await repository.list(scope, filter, after, limit, request.withCount);
      const page = toPage(
        rows,
        size,
        after !== null,
        (row) => {
          const { value, pk } = positionOf(row, filter.orderBy);
          return [filter.orderBy, value, pk];
        },
        (row) => present(actor, row),
      );
      const shown = page.edges.map(({ node }) => node.pk);
      await recordReads(database, actor, 'summary', shown, clock.now());
      return { ...page, totalCount };
    },

    /** One student, for those who may see that student. */
    async get(actor: Actor, pk: number): Promise<Student> {
      const row = canSeeStudent(actor, pk) ? await repository.find(pk) : undefined;
      if (row === undefined) throw notFound();
      await recordReads(database, actor, 'summary', [pk], clock.now());
      return present(actor, row);
    },
  };
}

const isInteger = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= MAX_PK;

/** Whether a student can have this in the column of an order. */
function isValue(orderBy: StudentOrder, value: unknown): boolean {
  switch (orderBy.replace('-', '')) {
    case 'year':
      return value === null || YEARS.includes(value as Year);
    case 'points':
      return value === null || isInteger(value);
    default:
      return typeof value === 'string';
  }
}

/** @throws AppError INVALID_INPUT for a cursor of another order */
function readPosition(cursor: string, { orderBy }: StudentFilter): StudentPosition {
  const [order, value = null, pk] = decodeCursor(cursor, 3);
  if (order !== orderBy || !isValue(orderBy, value) || !isInteger(pk)) {
    throw invalid('after', 'This page marker does not belong to the list.');
  }
  return { value: value as StudentPosition['value'], pk: pk as number };
}
