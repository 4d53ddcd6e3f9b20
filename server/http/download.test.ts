import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamCsv } from '../lib/csv.ts';
import { CSV, downloadHeaders } from './download.ts';
import { registerErrorHandling } from './errors.ts';

describe('a download of a CSV file', () => {
  /** Larger than what a connection buffers: a hundred batches of a megabyte. */
  const MAX_ROWS = 100_000;
  const readRows = async (_last: string | undefined, limit: number) =>
    Array.from({ length: limit }, () => randomBytes(500).toString('hex'));

  const log: string[] = [];
  const messages = () => log.map((line) => JSON.parse(line) as { level: number; msg: string });
  const report = vi.fn<(error: unknown) => void>();
  const read = vi.fn<typeof readRows>();
  const server = Fastify({ logger: { stream: { write: (line: string) => log.push(line) } } });
  let address: string;

  beforeAll(async () => {
    registerErrorHandling(server, report);
    await server.register(compress, { threshold: 2048 });
    server.route({
      method: ['GET', 'POST'],
      url: '/',
      handler: (_request, reply) =>
        reply
          .headers(downloadHeaders(CSV, 'rows.csv'))
          .send(streamCsv<string>({ columns: ['Row'], maxRows: MAX_ROWS, read, toCells: (row) => [row] })),
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    log.length = 0;
    vi.clearAllMocks();
    read.mockImplementation(readRows);
  });

  /** Starts a download. @returns its response, and a function that aborts it */
  async function start(init: RequestInit = {}) {
    const client = new AbortController();
    const fetched = fetch(address, { ...init, signal: client.signal });
    fetched.catch(() => undefined);
    const [, response] = (await once(server.server, 'request')) as [unknown, ServerResponse];
    const abort = async () => {
      const closed = once(response, 'close');
      client.abort();
      await closed;
    };
    return { fetched, abort };
  }

  /** Waits longer than reading another batch takes. */
  async function waitForReads() {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }

  it('that is aborted stops reading rows, and is no error', async () => {
    const { fetched, abort } = await start();
    await (await fetched).body?.getReader().read();
    await abort();
    await waitForReads();
    const { length } = read.mock.calls;
    expect(length).toBeLessThan(MAX_ROWS / 1_000);
    await waitForReads();
    expect(read).toHaveBeenCalledTimes(length);
    expect(report).not.toHaveBeenCalled();
    expect(messages().filter(({ level }) => level > 30)).toEqual([]);
  });

  it('that is aborted before its first rows reads no more, and is no error', async () => {
    const rows = Promise.withResolvers<string[]>();
    read.mockReturnValueOnce(rows.promise);
    const { abort } = await start();
    await abort();
    rows.resolve(await readRows(undefined, 1_000));
    await waitForReads();
    expect(read).toHaveBeenCalledTimes(1);
    expect(report).not.toHaveBeenCalled();
    expect(messages().filter(({ level }) => level > 30)).toEqual([]);
  });

  it('that is aborted is not reported after a request with a body', async () => {
    read.mockReturnValue(new Promise(() => undefined));
    const headers = { 'content-type': 'application/json' };
    const { abort } = await start({ method: 'POST', headers, body: '{}' });
    await vi.waitUntil(() => read.mock.calls.length > 0);
    await abort();
    await vi.waitFor(() => expect(messages().map(({ msg }) => msg)).toContain('client disconnected'));
    expect(report).not.toHaveBeenCalled();
  });

  it('whose first rows cannot be read is an error in JSON', async () => {
    read.mockRejectedValueOnce(new Error('no such table'));
    const response = await fetch(address);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'INTERNAL' });
    expect(report).toHaveBeenCalledTimes(1);
  });
});
