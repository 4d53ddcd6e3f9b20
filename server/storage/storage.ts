import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';

/** Stores files under random names. Nothing is public: routes authorize and read files. */
export interface Storage {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array | null>;
  /** Succeeds if the file does not exist. */
  delete(name: string): Promise<void>;
}

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
  return {
    async put(name, bytes) {
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Written to a temporary file first: a file under its final name is always complete.
      const part = `${target}.part`;
      try {
        await writeFile(part, bytes, { mode: 0o600, flush: true });
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
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

  async function send(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const response = await client.fetch(`${endpoint}/${bucket}/${requireName(name)}`, {
      ...init,
      method,
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The file storage answered ${response.status} to ${method}.`);
    }
    return response;
  }

  return {
    async put(name, bytes, contentType) {
      const response = await send('PUT', name, {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': contentType },
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error('The file storage has no such bucket.');
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
