import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';
import { containing } from '../../db/like.ts';
import type { NewestFirst } from '../../lib/cursors.ts';
import type { City, Location } from '../../lib/city.ts';

/** A stored report, with its reporter. IP address, city and screenshot are erased after 90 days. */
export interface BugReportRow extends City {
  pk: number;
  body: string;
  commitHash: string;
  page: string;
  userAgent: string;
  browser: string;
  ipAddress: string | null;
  locationState: Location['state'] | 'erased';
  screenshot: string | null;
  screenshotErased: boolean;
  archived: boolean;
  createdAt: Date;
  userPk: number;
  userFullName: string;
  userRole: Role;
  userEmail: string;
}

/** A report to store. */
export interface NewBugReport {
  userPk: number;
  body: string;
  commitHash: string;
  page: string;
  userAgent: string;
  browser: string;
  ipAddress: string;
  location: Location;
  screenshot: string | null;
}

/** The filter and position of the list; null for all. */
export interface BugReportQuery {
  archived: boolean | null;
  search: string | null;
  after: NewestFirst | null;
  limit: number;
}

const COLUMNS = `
  bug_reports.pk, body, commit_hash AS "commitHash", page, user_agent AS "userAgent", browser,
  ip_address AS "ipAddress", location_state AS "locationState", city, region, postal_code AS "postalCode",
  country_name AS "countryName", latitude, longitude, screenshot, screenshot_erased AS "screenshotErased", archived,
  bug_reports.created_at AS "createdAt", users.pk AS "userPk", users.full_name AS "userFullName",
  users.role AS "userRole", users.email AS "userEmail"`;

const FROM = 'bug_reports JOIN users ON users.pk = user_pk';

const MATCHES = `($1::boolean IS NULL OR archived = $1) AND ($2::text IS NULL OR body ILIKE $2)`;

const NOWHERE: City = {
  city: '',
  region: '',
  postalCode: '',
  countryName: '',
  latitude: null,
  longitude: null,
};

function pattern(search: string | null): string | null {
  return search === null || search === '' ? null : containing(search);
}

/** An open bug report. */
export interface ReportRow {
  pk: number;
  body: string;
  createdAt: string;
  reporter: string;
}

/** Selects the open reports, newest first, with the start of their text. */
export const selectOpenReports = (limit: number) => `
  SELECT bug_reports.pk, left(body, 200) AS body, bug_reports.created_at AS "createdAt",
    users.full_name AS reporter
  FROM bug_reports JOIN users ON users.pk = user_pk WHERE NOT archived
  ORDER BY bug_reports.created_at DESC, bug_reports.pk DESC LIMIT ${limit}`;

/** The SQL of bug reports. */
export class BugReportsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(report: NewBugReport, now: Date): Promise<number> {
    const { location, ...columns } = report;
    const city = location.state === 'known' ? location.city : NOWHERE;
    const { pk } = await this.#database.kysely
      .insertInto('bugReports')
      .values({ ...columns, ...city, locationState: location.state, erasedAt: null, createdAt: now })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return pk;
  }

  async find(pk: number): Promise<BugReportRow | undefined> {
    const [row] = await this.#database.query<BugReportRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE bug_reports.pk = $1`,
      [pk],
    );
    return row;
  }

  /** Reads reports, newest first. */
  list({ archived, search, after, limit }: BugReportQuery): Promise<BugReportRow[]> {
    return this.#database.search<BugReportRow>(
      `SELECT ${COLUMNS} FROM ${FROM}
      WHERE ${MATCHES} AND ($3::timestamptz IS NULL OR (bug_reports.created_at, bug_reports.pk) < ($3, $4))
      ORDER BY bug_reports.created_at DESC, bug_reports.pk DESC LIMIT $5`,
      [archived, pattern(search), after?.[0] ?? null, after?.[1] ?? 0, limit],
    );
  }

  async count({ archived, search }: Pick<BugReportQuery, 'archived' | 'search'>): Promise<number> {
    const [row] = await this.#database.search<{ count: number }>(
      `SELECT count(*)::int AS count FROM bug_reports WHERE ${MATCHES}`,
      [archived, pattern(search)],
    );
    return row?.count ?? 0;
  }

  async toggleArchived(pk: number): Promise<boolean> {
    const rows = await this.#database.query(
      'UPDATE bug_reports SET archived = NOT archived WHERE pk = $1 RETURNING pk',
      [pk],
    );
    return rows.length > 0;
  }

  /** Returns whether this person uploaded the file and no report uses it. */
  async isFreeFile(name: string, ownerPk: number): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM files WHERE name = $1 AND owner_pk = $2
        AND NOT EXISTS (SELECT FROM bug_reports WHERE screenshot = files.name)
        AND NOT EXISTS (SELECT FROM users WHERE picture = files.name) FOR UPDATE`,
      [name, ownerPk],
    );
    return rows.length > 0;
  }

  /** Deletes IP address, city and screenshot of older reports. @returns how many */
  async erase(before: Date, now: Date): Promise<number> {
    const rows = await this.#database.query(
      `UPDATE bug_reports SET ip_address = NULL, city = '', region = '', postal_code = '', country_name = '',
        latitude = NULL, longitude = NULL, location_state = 'erased', screenshot_erased = screenshot IS NOT NULL,
        screenshot = NULL, erased_at = $2
      WHERE pk IN (SELECT pk FROM bug_reports WHERE created_at < $1 AND erased_at IS NULL ORDER BY pk LIMIT 500)
      RETURNING pk`,
      [before, now],
    );
    return rows.length;
  }

  /** Returns files that no report and no person uses. */
  async unusedFiles(before: Date): Promise<string[]> {
    const rows = await this.#database.query<{ name: string }>(
      `SELECT name FROM files WHERE created_at < $1
        AND NOT EXISTS (SELECT FROM bug_reports WHERE screenshot = files.name)
        AND NOT EXISTS (SELECT FROM users WHERE picture = files.name) ORDER BY created_at LIMIT 500`,
      [before],
    );
    return rows.map(({ name }) => name);
  }
}
