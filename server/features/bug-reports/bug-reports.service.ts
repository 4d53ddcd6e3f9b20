import Bowser from 'bowser';
import { canViewBugReports } from '#shared/bug-reports/policy.ts';
import {
  BUG_REPORT_RETENTION_DAYS,
  bugReportFilters,
  createBugReportInput,
  UNKNOWN_SCREENSHOT,
} from '#shared/bug-reports/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { createOnce } from '../../lib/create-once.ts';
import type { RequestOrigin } from '../../lib/request-origin.ts';
import { type Page, pageSize, toPage } from '../../lib/pages.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { deleteFile, insertFile } from '../../lib/files.repository.ts';
import { newFileName } from '../../storage/storage.ts';
import { recordBugReportReads } from '../../lib/security-log.ts';
import { type BugReportRow, BugReportsRepository } from './bug-reports.repository.ts';
import { createCityFinder, plainAddress } from '../../lib/city.ts';
import { readPicture } from '../../lib/pictures.ts';

/** The unvalidated input of the list. */
export interface BugReportListRequest {
  first?: number | null;
  after?: string | null;
  filters: object;
  withCount: boolean;
}

/** Runs daily: erases data older than 90 days and deletes unreferenced files. */
export const CLEAN_JOB = 'bug-reports.clean';

const DAY_MS = 86_400_000;
const MAX_USER_AGENT = 500;

const reportCursor = newestFirstCursor('bug reports');

/** Formats 'Browser on OS' (BUG-017). */
export function describeBrowser(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser on unknown system';
  const { browser, os } = Bowser.parse(userAgent);
  const major = browser.version?.split('.')[0];
  const name = browser.name === undefined || browser.name === '' ? 'Unknown browser' : browser.name;
  return `${name}${major ? ` ${major}` : ''} on ${os.name ? [os.name, os.versionName].filter(Boolean).join(' ') : 'unknown system'}`;
}

/** Creates the service of bug reports and their screenshots. */
export function createBugReportsService({ database, clock, jobs, storage }: ServiceDependencies) {
  const repository = new BugReportsRepository(database);
  const cities = createCityFinder();
  const uploads = createRateLimit(database, { name: 'screenshot', attempts: 30, seconds: 3600 });
  const reports = createRateLimit(database, { name: 'bug-report', attempts: 30, seconds: 3600 });

  function requireViewer(actor: Actor) {
    if (!canViewBugReports(actor)) throw notFound();
  }

  async function get(actor: Actor, id: string): Promise<BugReportRow> {
    requireViewer(actor);
    const report = await repository.find(requirePk('BugReport', id));
    if (report === undefined) throw notFound();
    await recordBugReportReads(database, actor, [report], clock.now());
    return report;
  }

  async function clean(): Promise<void> {
    const now = clock.now();
    const oldest = new Date(now.getTime() - BUG_REPORT_RETENTION_DAYS * DAY_MS);
    while ((await repository.erase(oldest, now)) > 0);
    const unused = new Date(now.getTime() - DAY_MS);
    for (let names = await repository.unusedFiles(unused); names.length > 0;) {
      for (const name of names) {
        await storage.delete(name);
        await deleteFile(database, name);
      }
      names = await repository.unusedFiles(unused);
    }
  }

  jobs.register(CLEAN_JOB, clean, { retries: 3, cron: '17 3 * * *', expiresAfter: 900 });

  return {
    /** Called before a large body is read. */
    requireUpload: (actor: Actor) => uploads.require(String(actor.pk)),

    /** Stores a screenshot for a report that its uploader creates within a day. */
    async upload(actor: Actor, file: Buffer) {
      const screenshot = await readPicture(file, { field: 'screenshot' });
      const name = newFileName();
      await insertFile(database, { name, ownerPk: actor.pk, picture: screenshot, at: clock.now() });
      await storage.put(name, screenshot.bytes, screenshot.contentType);
      return { screenshot: name, width: screenshot.width, height: screenshot.height };
    },

    /** Creates a report. @returns its pk, though its author cannot read the report */
    async create(actor: Actor, origin: RequestOrigin, request: object): Promise<number> {
      const { idempotencyKey, ...input } = parseInput(createBugReportInput, request);
      await reports.require(String(actor.pk));
      const ipAddress = plainAddress(origin.ip);
      const location = await cities.find(ipAddress);
      const make = async () => {
        const screenshot = input.screenshot ?? null;
        if (screenshot !== null && !(await repository.isFreeFile(screenshot, actor.pk))) {
          throw invalid('screenshot', UNKNOWN_SCREENSHOT);
        }
        const userAgent = origin.userAgent.slice(0, MAX_USER_AGENT);
        return repository.insert(
          {
            userPk: actor.pk,
            body: input.body,
            commitHash: input.commitHash,
            page: withoutQuery(input.page ?? ''),
            userAgent,
            browser: describeBrowser(userAgent),
            ipAddress,
            location,
            screenshot,
          },
          clock.now(),
        );
      };
      // A retry can upload the same screenshot under another name, so compare the content.
      const picture =
        input.screenshot == null ? null : ((await storage.get(input.screenshot)) ?? input.screenshot);
      return createOnce(
        database,
        actor,
        { action: 'createBugReport', key: idempotencyKey, input: { ...input, screenshot: picture } },
        make,
      );
    },

    /** Reads a report (BUG-022). */
    get,

    /** Reads a page of reports (BUG-023). */
    async list(actor: Actor, request: BugReportListRequest): Promise<Page<BugReportRow>> {
      requireViewer(actor);
      const { archived = null, search = null } = parseInput(bugReportFilters, request.filters);
      const size = pageSize(request.first);
      const after = reportCursor.decode(request.after);
      const rows = await repository.list({ archived, search, after, limit: size + 1 });
      const page = toPage(rows, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: reportCursor.of,
        nodeOf: (row) => row,
      });
      await recordBugReportReads(database, actor, rows.slice(0, size), clock.now());
      return request.withCount ? { ...page, totalCount: await repository.count({ archived, search }) } : page;
    },

    /** Archives or restores a report (BUG-024). */
    async toggleArchived(actor: Actor, id: string): Promise<BugReportRow> {
      requireViewer(actor);
      if (!(await repository.toggleArchived(requirePk('BugReport', id)))) throw notFound();
      return get(actor, id);
    },

    /** Returns the screenshot of a report. */
    async screenshot(actor: Actor, pk: number): Promise<Uint8Array> {
      requireViewer(actor);
      const report = await repository.find(pk);
      const name = report?.screenshot ?? null;
      const bytes = name === null ? null : await storage.get(name);
      if (report === undefined || bytes === null) throw notFound();
      await recordBugReportReads(database, actor, [report], clock.now());
      return bytes;
    },
  };
}

/** Removes query and fragment, which can contain search text and tokens. */
function withoutQuery(page: string): string {
  return page.replace(/[?#].*$/s, '');
}
