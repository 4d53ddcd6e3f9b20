import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { plainText } from '#shared/kernel/text.ts';
import { MAX_COLLEGE_NAME } from '#shared/roadmap/colleges.ts';
import { canViewRoadmap } from '#shared/roadmap/policy.ts';
import type { Database } from '../../../db/database.ts';
import { cursor, cursorPk, cursorText } from '../../../lib/cursors.ts';
import { type Page, pageSize, rowLimit, toPage } from '../../../lib/pages.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { createRateLimit } from '../../../lib/rate-limits.ts';
import type { Institution } from '../colleges/institutions.sql.ts';
import {
  LOOKUP_SIZES,
  LookupsRepository,
  type LookupTable,
  type MajorChoice,
  type SchoolChoice,
} from './lookups.repository.ts';
import type { RoadmapRepository } from '../roadmap.repository.ts';

const searchText = plainText({ name: 'Search', max: MAX_COLLEGE_NAME });

/** The input of a lookup. */
export interface LookupRequest {
  /** The search text; without it all entries are listed by name. */
  q?: string | null;
  first?: number | null;
  after?: string | null;
}

type Key = [name: string, key: number];

const KEYS = {
  schools: ({ name, pk }: SchoolChoice): Key => [name, pk],
  majors: ({ description, pk }: MajorChoice): Key => [description, pk],
  institutions: ({ instnm, unitid }: Institution): Key => [instnm, unitid],
} as const;

const byName = z.tuple([cursorText, cursorPk]);
const CURSORS = {
  schools: cursor('schools', byName),
  majors: cursor('majors', byName),
  institutions: cursor('institutions', byName),
};

/** Creates the service of schools, majors and institutions to choose from: published data, visible to everyone. */
export function createLookups(database: Database, roadmaps: RoadmapRepository) {
  const repository = new LookupsRepository(database);
  const anonymous = createRateLimit(database, { name: 'lookup', attempts: 300, seconds: 5 * 60 });

  async function find<Table extends LookupTable>(
    table: Table,
    request: LookupRequest,
    roadmapPk: number | null,
  ) {
    type Row = Awaited<ReturnType<typeof repository.search<Table>>>[number];
    const q = parseInput(searchText, request.q ?? '');
    const max = LOOKUP_SIZES[table];
    const requested = request.first ?? max;
    const size = pageSize(requested);
    const keyOf = KEYS[table] as (row: Row) => Key;
    const toFoundPage = (rows: readonly Row[], hasPreviousPage: boolean) =>
      toPage<Row, Row>(rows, {
        size,
        hasPreviousPage,
        cursorOf: (row) => CURSORS[table].encode(keyOf(row)),
        nodeOf: (row) => row,
      });
    if (q === '') {
      const after = CURSORS[table].decode(request.after);
      const position = after === null ? null : { name: after[0], key: after[1] };
      const rows = await repository.list(table, rowLimit(size), position, roadmapPk);
      return toFoundPage(rows, position !== null);
    }
    const rows = await repository.search(table, q, roadmapPk);
    return toFoundPage(rows.slice(0, size), false);
  }

  return {
    /** Counts one anonymous lookup of an IP address. @throws AppError RATE_LIMITED */
    requireLookup: (ip: string): Promise<void> => anonymous.require(ip),

    /** Finds schools (ROAD-041, ROAD-043). */
    schools: (request: LookupRequest): Promise<Page<SchoolChoice>> => find('schools', request, null),
    /** Finds majors (ROAD-042, ROAD-044). */
    majors: (request: LookupRequest): Promise<Page<MajorChoice>> => find('majors', request, null),

    /** Finds institutions (COLL-029); with a roadmap, without those on it (COLL-026). */
    async institutions(
      actor: Actor,
      request: LookupRequest & { roadmapId?: string | null },
    ): Promise<Page<Institution>> {
      if (request.roadmapId == null) return find('institutions', request, null);
      const roadmapPk = requirePk('Roadmap', request.roadmapId);
      const owner = await roadmaps.owner(roadmapPk);
      if (owner === undefined || !canViewRoadmap(actor, owner.studentPk)) throw notFound();
      return find('institutions', request, roadmapPk);
    },
  };
}
