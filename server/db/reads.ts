import type pg from 'pg';

/** More would not be faster: one process handles few requests at a time, and the pool has other connections. */
const MAX_CONNECTIONS = 4;

interface Reader {
  client: Promise<pg.PoolClient>;
  /** Once it is there. */
  connected: pg.PoolClient | null;
  waiting: number;
}

/** A connection's way to the database; corked, what is written waits for the rest. */
function streamOf(client: pg.PoolClient) {
  return (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
    .stream;
}

/**
 * Single statements, outside of any transaction, sent without waiting for the answers before. All that the process
 * asks within one turn of its event loop leaves as one piece over one connection: a system call costs a small
 * statement more than anything else. Each turn takes the connection that has least to do.
 */
export class PipelinedReads {
  readonly #pool: pg.Pool;
  readonly #readers: Reader[] = [];
  #ofThisTurn: Reader | null = null;

  /** @param pool whose connections are in pipeline mode; they are kept */
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
      // A connection that breaks fails what was asked of it; the next statement makes a new one.
      client.on('error', () => {
        forget();
        client.release(true);
      });
    }, forget);
    this.#readers.push(reader);
    return reader;
  }
}
