/**
 * Bug reports that the server does not have yet. Pages add them. In the extension the worker sends them, so that
 * sending continues when the page closes; in the web app the pages do.
 */
import { type DBSchema, openDB } from 'idb';
import type { AppError } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { connectOnce } from '#src/lib/connect-once.ts';
import { deliver } from '#src/lib/outbox/deliver.ts';
import { CreateBugReportDocument } from './generated/bug-reports/graphql.ts';
import { type OutgoingReport, reportQueue as outbox } from './report-queue.ts';
import type { Transport } from './transport.ts';

/** A rectangle of a screenshot, in pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A screenshot by the extension, until the report page that was opened for it takes it. */
export interface Capture {
  picture: Blob;
  page: string;
  /** Fields with personal data on our own pages: masked by default. */
  masks: Rectangle[];
}

interface CaptureDatabase extends DBSchema {
  captures: { key: string; value: Capture };
}

/** The sent bytes of a screenshot. Known only to pages: a worker's fetch does not report progress. */
export interface UploadProgress {
  id: string;
  sent: number;
  total: number;
}

const PROGRESS_CHANNEL = 'gopath-report-progress';

const openCaptures = connectOnce((onEnded) =>
  openDB<CaptureDatabase>('gopath-captures', 1, {
    upgrade: (db) => void db.createObjectStore('captures'),
    terminated: onEnded,
  }),
);

/**
 * Adds a report to the queue.
 * @param report replaces the refused report with the same `id`
 * @returns its id
 */
export async function queueReport({
  id = crypto.randomUUID(),
  ...report
}: Pick<OutgoingReport, 'owner' | 'body' | 'page' | 'commitHash' | 'picture'> & {
  id?: string | undefined;
}): Promise<string> {
  await outbox.put({ ...report, id, uploaded: null, state: 'waiting', error: null, createdAt: Date.now() });
  return id;
}

/** Returns a person's unsent reports, oldest first. */
export function readReports(owner: string): Promise<OutgoingReport[]> {
  return outbox.of(owner);
}

/** Deletes an unsent report. */
export function deleteReport(id: string): Promise<void> {
  return outbox.delete(id);
}

/** Returns the ids of the unsent reports of everyone. */
export function readReportIds(): Promise<string[]> {
  return outbox.allIds();
}

/**
 * Deletes a person's reports and the unused capture, after a confirmed sign-out.
 * @param owner without it everyone's: the extension switched to another server with other people
 */
export async function deleteReports(owner?: string): Promise<void> {
  await outbox.clear(owner);
  await deleteCapture();
}

/**
 * Calls back when a report was added, sent, refused or deleted.
 * @param listener gets the id of a sent report, and null after other changes
 * @returns stops it
 */
export function onReportsChanged(listener: (sentId: string | null) => void): () => void {
  return outbox.onChange(listener);
}

/** Calls back with upload progress. @returns stops it */
export function onUploadProgress(listener: (progress: UploadProgress) => void): () => void {
  const channel = new BroadcastChannel(PROGRESS_CHANNEL);
  channel.addEventListener('message', ({ data }) => listener(data as UploadProgress));
  return () => channel.close();
}

function publishProgress(progress: UploadProgress) {
  const channel = new BroadcastChannel(PROGRESS_CHANNEL);
  channel.postMessage(progress);
  channel.close();
}

/** Stores the extension's capture. @returns its id, for {@link takeCapture} */
export async function storeCapture(capture: Capture): Promise<string> {
  const id = crypto.randomUUID();
  await (await openCaptures()).put('captures', capture, id);
  return id;
}

/** Returns a capture and deletes it; null when it was taken or deleted before. */
export async function takeCapture(id: string): Promise<Capture | null> {
  const db = await openCaptures();
  const capture = await db.get('captures', id);
  await db.delete('captures', id);
  return capture ?? null;
}

/** Deletes a capture that no page has taken. */
export async function deleteCapture(): Promise<void> {
  await (await openCaptures()).clear('captures');
}

type Server = Pick<Transport, 'graphql' | 'rest'>;

async function upload(server: Server, { id, picture }: OutgoingReport): Promise<string | null> {
  if (picture === null) return null;
  const body = new FormData();
  body.append('screenshot', picture, 'screenshot');
  const response = (await server.rest({
    endpoint: 'uploadScreenshot',
    body,
    onSent: (sent, total) => publishProgress({ id, sent, total }),
  })) as { screenshot: string };
  return response.screenshot;
}

async function send(server: Server, report: OutgoingReport): Promise<void> {
  let { uploaded } = report;
  await outbox.update(report.id, { state: 'sending' });
  if (uploaded === null) {
    uploaded = await upload(server, report);
    await outbox.update(report.id, { uploaded });
  }
  const { id: idempotencyKey, body, page, commitHash } = report;
  await server.graphql({
    query: CreateBugReportDocument.toString(),
    variables: { input: { body, page, commitHash, idempotencyKey, screenshot: uploaded } },
  });
}

/** Marks a report as refused. The server deletes unused uploads after a day, so the screenshot is sent again. */
async function refuse(report: OutgoingReport, error: AppError): Promise<void> {
  const uploaded = (await outbox.get(report.id))?.uploaded ?? null;
  const hasUploadExpired = error.fields?.['screenshot'] !== undefined && uploaded !== null;
  await outbox.update(
    report.id,
    hasUploadExpired
      ? { uploaded: null, state: 'waiting', error: null }
      : { state: 'failed', error: error.message },
  );
}

/** Sends the signed-in person's reports, one at a time. */
export async function deliverReports(server: Server): Promise<void> {
  await deliver(outbox, async () => ((await server.rest({ endpoint: 'me' })) as Me).id, {
    isWaiting: ({ state }) => state !== 'failed',
    send: async (report) => {
      try {
        await send(server, report);
      } catch (error) {
        await outbox.update(report.id, { state: 'waiting' });
        throw error;
      }
    },
    refuse,
  });
}
