/**
 * The embedded database's thread, so that heavy queries never block the event loop of the server. Speaks the PostgreSQL
 * wire protocol over the thread's message port: complete messages in, complete responses out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { WorkerRequest, WorkerReply } from './messages.ts';

const { folder, image } = workerData as { folder: string | null; image: string | null };

const database = await PGlite.create({
  ...(folder === null ? {} : { dataDir: folder }),
  // A prepared image makes the first start four times faster. Only for an empty folder.
  ...(image !== null && (folder === null || !existsSync(`${folder}/PG_VERSION`))
    ? { loadDataDir: new Blob([readFileSync(image)]) }
    : {}),
  extensions: { pg_trgm, btree_gin, btree_gist },
});

function reply(message: WorkerReply, transfer: ArrayBuffer[] = []) {
  parentPort?.postMessage(message, transfer);
}

async function handle(request: WorkerRequest) {
  switch (request.kind) {
    case 'protocol': {
      // Copied, because the response is a view into the database's memory.
      const bytes = (await database.execProtocolRaw(request.bytes)).slice();
      reply({ kind: 'protocol', bytes }, [bytes.buffer as ArrayBuffer]);
      return;
    }
    case 'reset':
      // All connections share one session: a new one must not see prepared statements of the previous one.
      await database.exec('DISCARD ALL');
      return;
    case 'dump': {
      const blob = await database.dumpDataDir('none');
      reply({ kind: 'dump', bytes: new Uint8Array(await blob.arrayBuffer()) });
      return;
    }
    case 'close':
      await database.close();
      reply({ kind: 'closed' });
      parentPort?.close();
  }
}

// One request at a time, in order: the embedded database has one session.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: WorkerRequest) => {
  last = last
    .then(() => handle(request))
    .catch((error: unknown) => reply({ kind: 'failed', message: String(error) }));
});
reply({ kind: 'ready' });
