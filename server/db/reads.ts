import type pg from 'pg';

/**
 * More connections would not be faster: one process handles few requests at a time, and the pool has other connections.
 */
const MAX_CONNECTIONS = 4;

interface Reader {
  client: Promise<pg.PoolClient>;
  /** Null while connecting. */
  connected: pg.PoolClient | null;
  waiting: number;
}

/** Returns the stream of a connection; corked, it buffers writes. */
function streamOf(client: pg.PoolClient) {
  return (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
    .stream;
}

/**
 * Runs single statements outside of transactions, pipelined: each is sent without waiting for earlier responses. All
 * statements of one event loop turn are written together to one connection, because the system call is the largest cost
 * of a small statement. Each turn uses the least busy connection.
 */
export class PipelinedReads {
  readonly #pool: pg.Pool;
  readonly #readers: Reader[] = [];
  #ofThisTurn: Reader | null = null;

  /** @param pool its connections must be in pipeline mode; they are never released */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<Row[]> {
    const reader = (this.#ofThisTurn ??= this.#nextReader());
    reader.waiting += 1;
    try {
      const client = reader.connected ?? (await reader.client);
      return (await client.query(statement)).rows as Row[];
    } finally {
      reader.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    for (const { client } of this.#readers.splice(0)) (await client.catch(() => undefined))?.release();
    await this.#pool.end();
  }

  #nextReader(): Reader {
    let reader = this.#readers.find(({ waiting }) => waiting === 0);
    if (reader === undefined && this.#readers.length < MAX_CONNECTIONS) reader = this.#connect();
    reader ??= this.#readers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    const stream = reader.connected === null ? null : streamOf(reader.connected);
    stream?.cork();
    setImmediate(() => {
      this.#ofThisTurn = null;
      stream?.uncork();
    });
    return reader;
  }

  #connect(): Reader {
    const reader: Reader = { client: this.#pool.connect(), connected: null, waiting: 0 };
    const forget = () => {
      const index = this.#readers.indexOf(reader);
      if (index !== -1) this.#readers.splice(index, 1);
    };
    reader.client.then((client) => {
      reader.connected = client;
      // A broken connection fails its pending statements; the next statement opens a new one.
      client.on('error', () => {
        forget();
        client.release(true);
      });
    }, forget);
    this.#readers.push(reader);
    return reader;
  }
}
