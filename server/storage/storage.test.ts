import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createStorage, newFileName, type Storage } from './storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gopath-storage-'));

/** Stores objects by path and checks the S3 signature of requests. */
const objects = new Map<string, Buffer>();
const bucket = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isSigned = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-test\/s3\/aws4_request/.test(
      request.headers.authorization ?? '',
    );
    const key = request.url ?? '';
    const stored = objects.get(key);
    if (!isSigned) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method === 'GET' && stored === undefined) return response.writeHead(404).end();
    return response.writeHead(request.method === 'DELETE' ? 204 : 200).end(stored);
  });
});
await new Promise<void>((resolve) => {
  bucket.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: [string, Record<string, string>][] = [
  ['a folder', { DATA_DIR: folder }],
  [
    'an S3-compatible bucket',
    {
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      S3_BUCKET: 'gopath',
      S3_REGION: 'eu-test',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  ],
];

describe.each(kinds)('%s', (_name, env) => {
  const storage: Storage = createStorage(readConfig({ NODE_ENV: 'test', ...env }));

  it('stores files under names that nobody can guess', async () => {
    const name = newFileName();
    expect(await storage.get(name)).toBeNull();
    const bytes = new Uint8Array([1, 2, 3]);
    await storage.put(name, bytes, 'image/webp');
    expect(new Uint8Array((await storage.get(name)) as Uint8Array)).toEqual(bytes);
    await storage.delete(name);
    await storage.delete(name);
    expect(await storage.get(name)).toBeNull();
  });

  it('stores large files piece by piece, and nothing when the source fails', async () => {
    const name = newFileName();
    expect(await storage.getStream(name)).toBeNull();
    const pieces = ['one ', 'two ', 'three'].map((piece) => Buffer.from(piece));
    await storage.putStream(name, Readable.from(pieces), 'application/zip');
    const stream = await storage.getStream(name);
    expect(Buffer.concat(await (stream as Readable).toArray()).toString()).toBe('one two three');
    await storage.delete(name);
    const broken = Readable.from(
      (function* fail() {
        yield Buffer.from('half');
        throw new Error('The source failed.');
      })(),
    );
    await expect(storage.putStream(name, broken, 'application/zip')).rejects.toThrow('The source failed.');
    expect(await storage.get(name)).toBeNull();
  });

  it('takes no other names', async () => {
    for (const name of ['../../etc/passwd', '', 'a'.repeat(48).toUpperCase()]) {
      await expect(async () => storage.get(name)).rejects.toThrow('Not the name');
    }
  });
});

it('leaves nothing half written in the folder', () => {
  const files = readdirSync(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toEqual([]);
});

it('says which setting of S3 is missing', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'gopath' })).toThrow(
    'S3_ACCESS_KEY_ID',
  );
});
