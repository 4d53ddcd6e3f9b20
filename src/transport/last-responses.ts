/**
 * The last response of each read on this device, shown while the browser is offline or the server is down. It belongs
 * to one person: another person's sign-in, every end of a session and every change of the person's students delete all
 * responses (decision 034). Storage that is full or refused only means that a page cannot be read offline.
 */
import { type DBSchema, openDB } from 'idb';
import { type AppError, isOffline } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { connectOnce } from '#src/lib/connect-once.ts';
import { deleteLastPages } from '#src/lib/last-pages/storage.ts';
import { readViewedStudent } from '#src/lib/view-as.ts';
import type { EndpointName } from './endpoints.ts';
import { endpoints } from './endpoints.ts';
import { isPagePerson, pagePerson } from './page-person.ts';
import type { RestRequest, Transport } from './transport.ts';

interface StoredResponse {
  key: string;
  /** The person whose response it is; earlier versions did not store it. */
  owner?: string | null;
  at: number;
  value: unknown;
}

interface LastResponses extends DBSchema {
  responses: { key: string; value: StoredResponse; indexes: { at: number } };
}

const DATABASE = 'gopath-last-responses';
const MAX_RESPONSES = 250;
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** Reads that stay on the server: pictures, and settings of the account. */
const NOT_STORED: ReadonlySet<EndpointName> = new Set(['bugReportScreenshot', 'account', 'calendarFeed']);

/** The error codes after which the person must not see the last response of the read either. */
const REFUSED: readonly unknown[] = ['NOT_FOUND', 'FORBIDDEN'];

const open = connectOnce((onEnded) =>
  openDB<LastResponses>(DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('responses', { keyPath: 'key' }).createIndex('at', 'at'),
    terminated: onEnded,
  }),
);

/** The time of the oldest stored response on this page; null when everything came from the server. */
let shownSince: number | null = null;
const listeners = new Set<() => void>();

function show(at: number | null) {
  const next = at === null || shownSince === null ? at : Math.min(at, shownSince);
  if (next === shownSince) return;
  shownSince = next;
  for (const listener of listeners) listener();
}

/** Calls back when {@link storedSince} changes. @returns a function that stops it */
export function onStoredSince(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the time of the oldest stored response that this page shows; null when there is none. */
export function storedSince(): number | null {
  return shownSince;
}

/** Forgets that stored responses were shown: the page reads everything again. */
export function resetStoredSince() {
  show(null);
}

async function read(key: string): Promise<StoredResponse | undefined> {
  const found = await (await open()).get('responses', key);
  return found !== undefined && found.at > Date.now() - MAX_AGE_MS ? found : undefined;
}

async function store(key: string, value: unknown): Promise<void> {
  const db = await open();
  await db.put('responses', { key, owner: pagePerson(), at: Date.now(), value });
  const tooMany = (await db.count('responses')) - MAX_RESPONSES;
  if (tooMany <= 0) return;
  const oldest = await db.getAllKeysFromIndex('responses', 'at', null, tooMany);
  await Promise.all(oldest.map((old) => db.delete('responses', old)));
}

async function deleteResponse(key: string): Promise<void> {
  await (await open()).delete('responses', key);
}

/** Deletes all responses and pages. Failures are ignored: without storage nothing was stored. */
export async function deleteLastResponses(): Promise<void> {
  show(null);
  deleteLastPages();
  try {
    await (await open()).clear('responses');
  } catch {
    // Without storage nothing was stored.
  }
}

/** Deletes all responses if someone else was signed in before, or the person lost or got a student (decision 022). */
async function deleteIfViewerChanged(value: unknown): Promise<void> {
  const before = await read(ME_KEY);
  const ownerOf = (me: unknown) => `${(me as Me).id} ${(me as Me).students_revision}`;
  if (before !== undefined && ownerOf(before.value) !== ownerOf(value)) await deleteLastResponses();
}

function restKey({ endpoint, params = {}, search = {} }: RestRequest): string {
  return JSON.stringify([endpoint, params, search]);
}

const ME_KEY = restKey({ endpoint: 'me' });

/** The time after which a server counts as down. */
const PROBE_MS = 5_000;
let probe: Promise<boolean> | null = null;

/** Returns whether the server can be reached. Requests that fail together ask once. */
export function canReachServer(): Promise<boolean> {
  if (!navigator.onLine) return Promise.resolve(false);
  probe ??= fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => {
      probe = null;
    });
  return probe;
}

async function withLastResponse(key: string, send: () => Promise<unknown>): Promise<unknown> {
  // What parents see is not what the mentor saw last, in this tab or in others.
  if (readViewedStudent() !== null) return send();
  try {
    const value = await send();
    void (key === ME_KEY ? deleteIfViewerChanged(value) : Promise.resolve())
      .then(() => store(key, value))
      .catch(() => undefined);
    return value;
  } catch (error) {
    if (REFUSED.includes((error as Partial<AppError>).code)) await deleteResponse(key).catch(() => undefined);
    const last = isOffline(error) ? await read(key).catch(() => undefined) : undefined;
    // A server that responds to other requests will probably respond to a retry.
    if (last === undefined || (await canReachServer())) throw error;
    // A page that starts offline belongs to the person of its first response. Another tab may have stored
    // someone else's.
    if (typeof last.owner === 'string' && !isPagePerson(last.owner)) throw error;
    show(last.at);
    return last.value;
  }
}

const isQuery = (text: string) => /^\s*query\b/m.test(text) && !/^\s*mutation\b/m.test(text);

/** Answers reads with their last response while the server cannot be reached. */
export function withLastResponses(
  server: Pick<Transport, 'graphql' | 'rest'>,
): Pick<Transport, 'graphql' | 'rest'> {
  return {
    graphql: (request, signal) =>
      isQuery(request.query)
        ? withLastResponse(JSON.stringify(request), () => server.graphql(request, signal))
        : server.graphql(request, signal),
    rest: (request, signal) =>
      endpoints[request.endpoint].method === 'GET' && !NOT_STORED.has(request.endpoint)
        ? withLastResponse(restKey(request), () => server.rest(request, signal))
        : server.rest(request, signal),
  };
}
