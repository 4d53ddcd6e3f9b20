/**
 * Exports everything about a person as a ZIP. From the request to the end:
 *
 * 1. `start` stores a row in `data_exports` (state 'waiting') and queues the job `privacy.export`.
 * 2. The job writes the ZIP into the file storage (export-archive.ts): the rows of each table
 *    (export-rows.repository.ts), uploads, and a page to read (export-page.ts). Then the state is 'ready', and the
 *    requester gets an alert (privacy.alerts.ts).
 * 3. `download` returns the ZIP once, to its requester, within 24 hours. If the connection breaks, `downloadBroke` makes
 *    it ready again.
 * 4. An hourly job, `privacy.clean-exports`, deletes files an hour after the download, and those that expired.
 *
 * personal-data.ts declares for every table what is exported, and how a new table is registered. The states are in
 * exports.repository.ts.
 */
import type { Readable } from 'node:stream';
import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { canManageDataOf } from '#shared/privacy/policy.ts';
import type { DataExport } from '#shared/privacy/responses.ts';
import { EXPORT_HOURS } from '#shared/privacy/limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordPrivacyEvent } from '../../lib/security-log.ts';
import { newFileName } from '../../storage/storage.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { createArchive } from './export-archive.ts';
import { EXPORT_READY, exportReady } from './privacy.alerts.ts';
import { type ExportRow, ExportsRepository } from './exports.repository.ts';

/** Writes the ZIP of one export. */
const EXPORT_JOB = 'privacy.export';
/** Deletes files that nobody can download any more, every hour. */
const CLEAN_JOB = 'privacy.clean-exports';
/** How often the job tries to write a ZIP before the export has failed. */
const MAX_ATTEMPTS = 3;
/** How often the download of an export can be started; all but the last can break. */
const MAX_DOWNLOADS = 5;
/** An export that waits longer has lost its job: the process died on the last attempt. */
const MAX_WAITING_HOURS = 24;
/** A download that started earlier is over, and its file can be deleted. */
const MAX_DOWNLOAD_HOURS = 1;
const HOUR_MS = 3_600_000;

/** The service of data exports, for routes and the deletion of accounts. */
export type ExportsService = ReturnType<typeof createExportsService>;

/** Creates the service that exports everything about a person as a ZIP. */
export function createExportsService(
  { database, clock, jobs, storage }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new ExportsRepository(database);
  const limit = createRateLimit(database, { name: 'data-export', attempts: 5, seconds: 24 * 3600 });
  alerts.registerAlertSource(exportReady(repository));

  /** Returns a person whose data the actor can export and delete. @throws AppError NOT_FOUND */
  async function requirePerson(actor: Actor, pk: number) {
    const person = await repository.person(pk);
    if (person === undefined || !canManageDataOf(actor, pk)) throw notFound();
    return person;
  }

  async function deleteFiles(condition: Parameters<ExportsRepository['filesOf']>[0]): Promise<void> {
    for (const { file } of await repository.filesOf(condition)) await storage.delete(file);
  }

  /** Writes the ZIP of a waiting export, as {@link EXPORT_JOB}. */
  async function writeArchive({ exportPk }: { exportPk: number }): Promise<void> {
    const row = await repository.find(exportPk);
    if (row?.state !== 'waiting') return;
    const { requesterPk, subjectPk: personPk, subjectName: fullName } = row;
    // Of an attempt that failed.
    if (row.file !== null) await storage.delete(row.file);
    const file = newFileName();
    await repository.beginAttempt(row.pk, file);
    const request = { personPk, fullName, requesterPk, createdAt: clock.now() };
    try {
      const archive = createArchive({ database, storage }, request, (percent) =>
        repository.setProgress(row.pk, percent),
      );
      await storage.putStream(file, archive, 'application/zip');
    } catch (error) {
      if (row.attempts + 1 >= MAX_ATTEMPTS) await repository.finish(row.pk, 'failed', clock.now(), null);
      throw error;
    }
    const isStillWanted = await database.transaction(async () => {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR_MS);
      if (!(await repository.finish(row.pk, 'ready', now, expiresAt))) return false;
      await alerts.announce(EXPORT_READY, { exportPk: row.pk });
      return true;
    });
    // The person or the requester was deleted while the job ran.
    if (!isStillWanted) await storage.delete(file);
  }

  /** Ends lost exports and deletes outdated files, as {@link CLEAN_JOB}. */
  async function clean(): Promise<void> {
    const now = clock.now();
    await repository.failLost(new Date(now.getTime() - MAX_WAITING_HOURS * HOUR_MS), now);
    const downloadedBefore = new Date(now.getTime() - MAX_DOWNLOAD_HOURS * HOUR_MS);
    for (const { pk, file } of await repository.outdatedFiles(now, downloadedBefore)) {
      await storage.delete(file);
      await repository.removeFileName(pk);
    }
  }

  /** Makes an export available again after its download broke. */
  function downloadBroke(exportPk: number): Promise<void> {
    return repository.releaseDownload(exportPk, MAX_DOWNLOADS);
  }

  jobs.register(EXPORT_JOB, writeArchive, { retries: MAX_ATTEMPTS - 1, expiresAfter: 1800 });
  jobs.register(CLEAN_JOB, clean, { retries: 3, cron: '23 * * * *', expiresAfter: 900 });

  return {
    /** Also for deletions: the same people can export and delete data. */
    requirePerson,

    /** Reads the actor's last export of the person; null when there is none. @throws AppError NOT_FOUND */
    async read(actor: Actor, pk: number): Promise<DataExport | null> {
      await requirePerson(actor, pk);
      const row = await repository.findByPeople(actor.pk, pk);
      return row === undefined ? null : present(row, clock.now());
    },

    /** Starts an export; while one is running this changes nothing. @throws AppError NOT_FOUND, RATE_LIMITED */
    async start(actor: Actor, pk: number): Promise<void> {
      await requirePerson(actor, pk);
      if ((await repository.findByPeople(actor.pk, pk))?.state === 'waiting') return;
      await limit.require(String(actor.pk));
      await deleteFiles({ subjectPk: pk, requesterPk: actor.pk });
      await database.transaction(async () => {
        const exportPk = await repository.insert(actor.pk, pk, clock.now());
        if (exportPk === undefined) return;
        await recordPrivacyEvent(database, 'data_export_requested', { actorPk: actor.pk, subjectPk: pk });
        await jobs.send(EXPORT_JOB, { exportPk }, { singletonKey: String(exportPk) });
      });
    },

    downloadBroke,

    /**
     * Returns the ZIP of an export to its requester, once. When the download breaks, call `downloadBroke`.
     * @throws AppError NOT_FOUND
     */
    async download(actor: Actor, exportPk: number): Promise<Readable> {
      const row = await repository.find(exportPk);
      if (row === undefined || !canManageDataOf(actor, row.subjectPk)) throw notFound();
      const file = await database.transaction(async () => {
        const claimed = await repository.claimDownload(exportPk, actor.pk, clock.now());
        if (claimed === undefined) throw notFound();
        const people = { actorPk: actor.pk, subjectPk: row.subjectPk };
        await recordPrivacyEvent(database, 'data_export_downloaded', people);
        return claimed;
      });
      const content = await storage.getStream(file).catch(async (error: unknown) => {
        await downloadBroke(exportPk);
        throw error;
      });
      if (content === null) throw notFound();
      return content;
    },

    /** Deletes the files of exports of a person, and of those they requested. */
    deleteFilesOf: (personPk: number) => deleteFiles({ subjectPk: personPk }),
  };
}

function present({ pk, state, progress, finishedAt, expiresAt }: ExportRow, now: Date): DataExport {
  // The file of an expired export is deleted up to an hour later.
  const isExpired = state === 'ready' && expiresAt !== null && expiresAt <= now;
  return {
    pk,
    state: isExpired ? 'expired' : state,
    progress,
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
