/**
 * Bug reports on their way: kept on this device until the server has them. Pages put them in; the web app's pages
 * send them, in the extension the worker does, so that they go on when the page is closed.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { AppError } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { CreateBugReportDocument } from './generated/bug-reports/graphql.ts';
import type { Transport } from './transport.ts';

/** A report that the server does not have yet. */
export interface OutgoingReport {
  /** Also the idempotency key: however often it is sent, it is stored once. */
  id: string;
  /** The global id of its author; nobody else's session sends it. */
  owner: string;
  body: string;
  page: string;
  commitHash: string;
  picture: Blob | null;
  /** The name that the server gave the picture, once it has it. */
  uploaded: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Why the server refuses it for good. */
  error: string | null;
  createdAt: number;
}

/** A rectangle of a picture, in its pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the extension captured, until the report's page takes it. */
export interface Capture {
  picture: Blob;
  page: string;
  /** Fields with personal data of our own pages, masked from the start. */
  masks: Rectangle[];
}

interface ReportDatabase extends DBSchema {
  reports: { key: string; value: OutgoingReport; indexes: { owner: string } };
  captures: { key: string; value: Capture };
}

const CHANNEL = 'gopath-reports';
const CAPTURE = 'latest';

let connection: Promise<IDBPDatabase<ReportDatabase>> | null = null;

function database(): Promise<IDBPDatabase<ReportDatabase>> {
  connection ??= openDB<ReportDatabase>('gopath-reports', 1, {
    upgrade(db) {
      db.createObjectStore('reports', { keyPath: 'id' }).createIndex('owner', 'owner');
      db.createObjectStore('captures');
    },
  });
  return connection;
}

/** How far a picture is on its way, in bytes. Only the web app's pages can know it: a worker's fetch does not say. */
export interface UploadProgress {
  id: string;
  sent: number;
  total: number;
}

function tellPages(progress: UploadProgress | null = null) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(progress);
  channel.close();
}

/**
 * Puts a report in; the next delivery takes it.
 * @param report with the `id` of one that was refused it takes the place of that one
 */
export async function queueReport({
  id = crypto.randomUUID(),
  ...report
}: Pick<OutgoingReport, 'owner' | 'body' | 'page' | 'commitHash' | 'picture'> & {
  id?: string | undefined;
}): Promise<void> {
  const queued: OutgoingReport = {
    ...report,
    id,
    uploaded: null,
    state: 'waiting',
    error: null,
    createdAt: Date.now(),
  };
  await (await database()).put('reports', queued);
  tellPages();
}

/** Changes a report on its way, unless it was deleted meanwhile: nothing brings it back. */
async function change(
  id: string,
  changes: Partial<Pick<OutgoingReport, 'uploaded' | 'state' | 'error'>>,
): Promise<void> {
  const { store, done } = (await database()).transaction('reports', 'readwrite');
  const report = await store.get(id);
  if (report !== undefined) await store.put({ ...report, ...changes });
  await done;
  tellPages();
}

/** A person's reports that are not sent yet, the oldest first. */
export async function readReports(owner: string): Promise<OutgoingReport[]> {
  const reports = await (await database()).getAllFromIndex('reports', 'owner', owner);
  return reports.sort((a, b) => a.createdAt - b.createdAt);
}

export async function deleteReport(id: string): Promise<void> {
  await (await database()).delete('reports', id);
  tellPages();
}

/** How many reports are on this device, whoever's they are. */
export async function countAllReports(): Promise<number> {
  return (await database()).count('reports');
}

/**
 * Deletes a person's reports, and a picture that was captured but not taken yet: for a sign-out that was asked for.
 * @param owner without it everybody's: when the extension turns to another server, whose people are others
 */
export async function deleteReports(owner?: string): Promise<void> {
  const db = await database();
  const { store, done } = db.transaction('reports', 'readwrite');
  const keys = owner === undefined ? await store.getAllKeys() : await store.index('owner').getAllKeys(owner);
  await Promise.all([...keys.map((key) => store.delete(key)), done]);
  await db.clear('captures');
  tellPages();
}

function listen(listener: (progress: UploadProgress | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => listener(data as UploadProgress | null));
  return () => channel.close();
}

/** Calls back when a report was put in, sent or refused. @returns the function that stops it */
export function onReportsChanged(listener: () => void): () => void {
  return listen((progress) => {
    if (progress === null) listener();
  });
}

/** Calls back with how far a picture is. @returns the function that stops it */
export function onUploadProgress(listener: (progress: UploadProgress) => void): () => void {
  return listen((progress) => {
    if (progress !== null) listener(progress);
  });
}

export async function keepCapture(capture: Capture): Promise<void> {
  await (await database()).put('captures', capture, CAPTURE);
}

/** The picture that was captured, once. */
export async function takeCapture(): Promise<Capture | null> {
  const db = await database();
  const capture = await db.get('captures', CAPTURE);
  await db.delete('captures', CAPTURE);
  return capture ?? null;
}

/** Trouble that passes: the report waits for the next delivery. */
const PASSING = new Set(['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'UNAUTHENTICATED', 'RATE_LIMITED']);

type Server = Pick<Transport, 'graphql' | 'rest'>;

async function upload(server: Server, { id, picture }: OutgoingReport): Promise<string | null> {
  if (picture === null) return null;
  const body = new FormData();
  body.append('screenshot', picture, 'screenshot');
  const answer = (await server.rest({
    endpoint: 'uploadScreenshot',
    body,
    onSent: (sent, total) => tellPages({ id, sent, total }),
  })) as { screenshot: string };
  return answer.screenshot;
}

async function deliver(server: Server, report: OutgoingReport): Promise<void> {
  let { uploaded } = report;
  await change(report.id, { state: 'sending' });
  if (uploaded === null) {
    uploaded = await upload(server, report);
    await change(report.id, { uploaded });
  }
  const { id: idempotencyKey, body, page, commitHash } = report;
  await server.graphql({
    query: CreateBugReportDocument.toString(),
    variables: { input: { body, page, commitHash, idempotencyKey, screenshot: uploaded } },
  });
}

/** Sends what the signed-in person has waiting, one after the other; pages and worker never at the same time. */
export function deliverReports(server: Server): Promise<void> {
  return navigator.locks.request(CHANNEL, async () => {
    if ((await (await database()).count('reports')) === 0) return;
    const { id: owner } = (await server.rest({ endpoint: 'me' })) as Me;
    for (const report of await readReports(owner)) {
      if (report.state === 'failed') continue;
      try {
        await deliver(server, report);
        await deleteReport(report.id);
      } catch (error) {
        const isPassing = !(error instanceof AppError) || PASSING.has(error.code);
        const kept = (await (await database()).get('reports', report.id)) ?? report;
        // An upload is kept for a day only: without it the picture goes again.
        const isGone =
          error instanceof AppError && error.fields?.['screenshot'] !== undefined && kept.uploaded !== null;
        await change(report.id, {
          uploaded: isGone ? null : kept.uploaded,
          state: isPassing || isGone ? 'waiting' : 'failed',
          error: isPassing || isGone ? null : error.message,
        });
        if (isPassing) return;
      }
    }
  });
}
