import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { EmbeddedDatabase } from './pglite/embedded.ts';
import { Listener, type NotificationHandler } from './listener.ts';
import { PipelinedReads } from './reads.ts';
import type { Tables } from './tables.ts';

/**
 * The location of the data: a PostgreSQL address, a PGlite folder (null: in memory), or an open PGlite.
 * Closing the {@link Database} does not close a PGlite that was passed in open.
 */
export type DatabaseLocation =
  | { engine: 'postgres'; url: string; poolSize?: number; statementMs?: number; responseMs?: number }
  | { engine: 'pglite'; folder: string | null; image?: string | null }
  | { engine: 'pglite'; embedded: EmbeddedDatabase };

type Connection = Pick<pg.PoolClient, 'query'>;

/** How long a statement can run. */
const STATEMENT_MS = 15_000;
/** How long to wait for a response: the server's limit, and the network. */
const RESPONSE_MS = STATEMENT_MS + 5000;
const CONNECT_MS = 10_000;
const PING_MS = 2000;

/** Returns whether a connection did not respond in time, because its host disappeared. It cannot be used again. */
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

const NUMERIC = 1700;
const INT8 = 20;
const DATE = 1082;

/** Parses counts and amounts as numbers, and calendar dates as 'yyyy-MM-dd' (a Date would shift by time zone). */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8 || oid === NUMERIC) return Number;
      if (oid === DATE) return (value: string) => value;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/**
 * The only access to the data, the same for PostgreSQL and PGlite.
 *
 * Inside {@link Database.transaction} every query of this object automatically uses the transaction's connection, in
 * nested functions too. So no query runs outside of the transaction by mistake, and PGlite's single connection cannot
 * deadlock.
 */
export class Database {
  readonly engine: DatabaseLocation['engine'];
  /** Typed queries for everything except hot reads. For transactions use {@link transaction}. */
  readonly kysely: Kysely<Tables>;
  readonly #pool: pg.Pool;
  readonly #reads: PipelinedReads | undefined;
  readonly #embedded: EmbeddedDatabase | undefined;
  readonly #ownsEmbedded: boolean;
  readonly #settings: pg.ClientConfig | undefined;
  readonly #open = new AsyncLocalStorage<Connection>();
  readonly #names = new Map<string, string>();

  private constructor(
    engine: DatabaseLocation['engine'],
    pool: pg.Pool,
    {
      reads,
      embedded,
      ownsEmbedded = false,
      settings,
    }: {
      reads?: PipelinedReads;
      embedded?: EmbeddedDatabase;
      ownsEmbedded?: boolean;
      settings?: pg.ClientConfig;
    },
  ) {
    this.engine = engine;
    this.#pool = pool;
    this.#reads = reads;
    this.#embedded = embedded;
    this.#ownsEmbedded = ownsEmbedded;
    this.#settings = settings;
    this.kysely = new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { connect: () => this.#connect(), end: () => Promise.resolve() } as unknown as pg.Pool,
      }),
      // Columns are snake_case in SQL, camelCase in code.
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
  }

  /** Opens the database. The caller migrates it next ({@link file://./migrate.ts}). */
  static async open(location: DatabaseLocation): Promise<Database> {
    if (location.engine === 'postgres') {
      const settings: pg.PoolConfig = {
        connectionString: location.url,
        max: location.poolSize ?? 10,
        statement_timeout: location.statementMs ?? STATEMENT_MS,
        query_timeout: location.responseMs ?? RESPONSE_MS,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        idle_in_transaction_session_timeout: 30_000,
        application_name: 'gopath',
        // Our statements are short: JIT compilation costs more than running them.
        options: '-c jit=off -c TimeZone=UTC',
        types,
      };
      const pool = new pg.Pool(settings);
      const readers = new pg.Pool({
        ...settings,
        pipeline: true,
        // PostgreSQL underestimates the planning cost of small statements, so always reuse the generic plan.
        options: `${settings.options} -c plan_cache_mode=force_generic_plan`,
      });
      // The pools replace broken connections. Without a listener, an error would end the process.
      for (const one of [pool, readers]) {
        one.on('error', () => undefined);
        // The pool does not listen while a connection is in use.
        one.on('connect', (client) => client.on('error', () => undefined));
      }
      return new Database('postgres', pool, {
        reads: new PipelinedReads(readers),
        settings: {
          connectionString: location.url,
          application_name: 'gopath',
          options: settings.options as string,
          types,
        },
      });
    }
    const isOpen = 'embedded' in location;
    const embedded = isOpen
      ? location.embedded
      : await EmbeddedDatabase.open(location.folder, location.image);
    const pool = new pg.Pool({
      stream: embedded.stream as never,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      types,
    });
    return new Database('pglite', pool, { embedded, ownsEmbedded: !isOpen });
  }

  /**
   * Runs a prepared statement. Its text must come from code, never from input: each connection prepares and plans each
   * text once, with any values.
   */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#reads === undefined || this.#open.getStore() !== undefined) return this.search(text, values);
    return this.#reads.query(this.#statement(text, values));
  }

  /**
   * Like {@link query}, but planned for its values where that is cheaper, and on a separate connection. For slow
   * statements, and for searches whose best plan depends on the search text.
   */
  async search<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const statement = this.#statement(text, values);
    return this.#withConnection(async (connection) => (await connection.query(statement)).rows as Row[]);
  }

  /**
   * Runs several unprepared statements from trusted code (migrations, a library's schema).
   * @returns the rows of all statements, in order
   */
  async execute(text: string, values?: readonly unknown[]): Promise<unknown[]> {
    const result = (await this.#withConnection((connection) =>
      values === undefined ? connection.query(text) : connection.query(text, [...values]),
    )) as pg.QueryResult | pg.QueryResult[];
    return Array.isArray(result) ? result.flatMap(({ rows }) => rows as unknown[]) : result.rows;
  }

  /** Throws when the database does not respond within two seconds. */
  async ping(): Promise<void> {
    const late = setTimeout(PING_MS, undefined, { ref: false }).then(() => {
      throw new Error('The database does not respond.');
    });
    await Promise.race([this.query('SELECT 1'), late]);
  }

  /**
   * Runs work that can take long, such as migrations, on a connection of its own without time limits. Its transactions
   * must be Kysely's.
   */
  async withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#settings === undefined) return work();
    const client = new pg.Client(this.#settings);
    await client.connect();
    try {
      return await this.#open.run(client, work);
    } finally {
      await client.end();
    }
  }

  /** Runs work atomically. A nested transaction joins the outer one. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open.getStore() !== undefined) return work();
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query('BEGIN');
      const result = await this.#open.run(client, work);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isUnanswered(error)) broken = true;
      else {
        await client.query('ROLLBACK').catch(() => {
          broken = true;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Receives the notifications of other processes; null for the embedded database, which has one process. */
  listen(channel: string, handler: NotificationHandler): Listener | null {
    return this.#settings === undefined ? null : new Listener(this.#settings, channel, handler);
  }

  /** Returns the whole embedded database as bytes (templates and prepared images). */
  dump(): Promise<Uint8Array> {
    if (this.#embedded === undefined) throw new Error('Only the embedded database can be dumped.');
    return this.#embedded.dump();
  }

  async close(): Promise<void> {
    await this.#reads?.close();
    await this.#pool.end();
    if (this.#ownsEmbedded) await this.#embedded?.close();
  }

  /**
   * Runs work on a connection of the pool. Unlike the pool's own query it does not discard the connection, with its
   * prepared statements, after a failed statement.
   */
  async #withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const open = this.#open.getStore();
    if (open !== undefined) return work(open);
    const client = await this.#pool.connect();
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = isUnanswered(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #connect() {
    const open = this.#open.getStore();
    if (open !== undefined) return { query: open.query.bind(open), release: () => undefined };
    const client = await this.#pool.connect();
    let broken = false;
    return {
      query: async (...statement: Parameters<typeof client.query>) => {
        try {
          return await (client.query(...statement) as unknown as Promise<unknown>);
        } catch (error) {
          broken ||= isUnanswered(error);
          throw error;
        }
      },
      release: () => client.release(broken),
    };
  }

  #statement(text: string, values: readonly unknown[]) {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      this.#names.set(text, name);
    }
    return { name, text, values: [...values] };
  }
}
