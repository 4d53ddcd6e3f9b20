import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';

/** Stores files under random names. Nothing is public: routes authorize and read files. */
export interface Storage {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores a large file while it is written. */
  putStream(name: string, content: Readable, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array | null>;
  /** Reads a large file piece by piece; null when there is no such file. */
  getStream(name: string): Promise<Readable | null>;
  /** Succeeds if the file does not exist. */
  delete(name: string): Promise<void>;
}

const LARGE_FILE_MS = 10 * 60_000;
const NAME = /^[0-9a-f]{48}$/;

/** Returns an unguessable name. */
export function newFileName(): string {
  return randomBytes(24).toString('hex');
}

function requireName(name: string): string {
  if (!NAME.test(name)) throw new Error('Not the name of a stored file.');
  return name;
}

/** Creates the storage: the configured S3-compatible bucket, else the folder `files` beside the database. */
export function createStorage(config: Config): Storage {
  return config.s3 === undefined ? folderStorage(path.join(config.dataDir, 'files')) : s3Storage(config.s3);
}

function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => path.join(folder, requireName(name).slice(0, 2), name);

  /** Writes a temporary file first: a file under its final name is always complete. */
  async function replace(name: string, write: (part: string) => Promise<void>): Promise<void> {
    const target = pathOf(name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const part = `${target}.part`;
    try {
      await write(part);
      await rename(part, target);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    put: (name, bytes) => replace(name, (part) => writeFile(part, bytes, { mode: 0o600, flush: true })),
    putStream: (name, content) =>
      replace(name, (part) => pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }))),
    async getStream(name) {
      try {
        return (await open(pathOf(name))).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  };
}

function s3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });

  async function send(
    method: string,
    name: string,
    { timeoutMs = 20_000, ...init }: RequestInit & { timeoutMs?: number } = {},
  ): Promise<Response> {
    const response = await client.fetch(`${endpoint}/${bucket}/${requireName(name)}`, {
      ...init,
      method,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The file storage answered ${response.status} to ${method}.`);
    }
    return response;
  }

  async function put(name: string, body: BodyInit, contentType: string, timeoutMs?: number): Promise<void> {
    const headers = { 'content-type': contentType };
    const response = await send('PUT', name, {
      body,
      headers,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error('The file storage has no such bucket.');
  }

  return {
    put: (name, bytes, contentType) => put(name, bytes as Uint8Array<ArrayBuffer>, contentType),
    async putStream(name, content, contentType) {
      requireName(name);
      // S3 needs the length before the content, so the stream is written to a file first.
      const folder = await mkdtemp(path.join(tmpdir(), 'gopath-upload-'));
      try {
        const part = path.join(folder, 'file');
        await pipeline(content, createWriteStream(part, { mode: 0o600 }));
        await put(name, await openAsBlob(part), contentType, LARGE_FILE_MS);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async getStream(name) {
      const response = await send('GET', name, { timeoutMs: LARGE_FILE_MS });
      if (response.ok && response.body !== null) return Readable.fromWeb(response.body as WebStream);
      await response.body?.cancel();
      return null;
    },
    async get(name) {
      const response = await send('GET', name);
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      return null;
    },
    async delete(name) {
      const response = await send('DELETE', name);
      await response.body?.cancel();
    },
  };
}
