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

const EXPORT_JOB = 'privacy.export';
const CLEAN_JOB = 'privacy.clean-exports';
const MAX_ATTEMPTS = 3;
/** How often the download of an export can be started; all but the last can break. */
const MAX_DOWNLOADS = 5;
/** An export that waits longer has lost its job: the process died on the last attempt. */
const MAX_WAITING_HOURS = 24;
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

  /** @throws AppError NOT_FOUND */
  async function requirePerson(actor: Actor, pk: number) {
    const person = await repository.person(pk);
    if (person === undefined || !canManageDataOf(actor, pk)) throw notFound();
    return person;
  }

  async function deleteFiles(condition: Parameters<ExportsRepository['files']>[0]): Promise<void> {
    for (const { file } of await repository.files(condition)) await storage.delete(file);
  }

  async function run({ exportPk }: { exportPk: number }): Promise<void> {
    const row = await repository.find(exportPk);
    if (row?.state !== 'waiting') return;
    const { requesterPk, subjectPk: personPk, subjectName: fullName } = row;
    if (row.file !== null) await storage.delete(row.file);
    const file = newFileName();
    await repository.begin(row.pk, file);
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
    const isKept = await database.transaction(async () => {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR_MS);
      if (!(await repository.finish(row.pk, 'ready', now, expiresAt))) return false;
      await alerts.announce(EXPORT_READY, { exportPk: row.pk });
      return true;
    });
    // The person or the requester was deleted in the meantime.
    if (!isKept) await storage.delete(file);
  }

  async function clean(): Promise<void> {
    const now = clock.now();
    await repository.failWaiting(new Date(now.getTime() - MAX_WAITING_HOURS * HOUR_MS), now);
    for (const { pk, file } of await repository.outdatedFiles(now, new Date(now.getTime() - HOUR_MS))) {
      await storage.delete(file);
      await repository.removeFile(pk);
    }
  }

  /** Makes an export available again after its download broke. */
  function downloadBroke(exportPk: number): Promise<void> {
    return repository.releaseDownload(exportPk, MAX_DOWNLOADS);
  }

  jobs.register(EXPORT_JOB, run, { retries: MAX_ATTEMPTS - 1, expiresAfter: 1800 });
  jobs.register(CLEAN_JOB, clean, { retries: 3, cron: '23 * * * *', expiresAfter: 900 });

  return {
    requirePerson,

    /** Reads the actor's last export of the person; null when there is none. @throws AppError NOT_FOUND */
    async read(actor: Actor, pk: number): Promise<DataExport | null> {
      await requirePerson(actor, pk);
      const row = await repository.of(actor.pk, pk);
      return row === undefined ? null : present(row, clock.now());
    },

    /** Starts an export; while one is running this changes nothing. @throws AppError NOT_FOUND, RATE_LIMITED */
    async start(actor: Actor, pk: number): Promise<void> {
      await requirePerson(actor, pk);
      if ((await repository.of(actor.pk, pk))?.state === 'waiting') return;
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
  const isExpired = state === 'ready' && expiresAt !== null && expiresAt <= now;
  return {
    pk,
    state: isExpired ? 'expired' : state,
    progress,
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
