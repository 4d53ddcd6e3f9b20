import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { EmbeddedDatabase } from './pglite/embedded.ts';
import { PipelinedReads } from './reads.ts';
import type { Tables } from './tables.ts';

/** Where the data lives: a PostgreSQL address, or a PGlite folder (null: in memory). */
export type DatabaseLocation =
  | { engine: 'postgres'; url: string; poolSize?: number }
  | { engine: 'pglite'; folder: string | null; image?: string | null };

type Connection = Pick<pg.PoolClient, 'query'>;

const NUMERIC = 1700;
const INT8 = 20;
const DATE = 1082;

/** Counts and amounts arrive as numbers, calendar dates as 'yyyy-MM-dd' (a Date would shift by time zone). */
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
 * The one door to the data, the same for PostgreSQL and PGlite.
 *
 * Inside {@link Database.transaction} every query of this object goes through the transaction's connection by
 * itself, also from functions further down: nothing can run beside it by mistake, and the single connection of
 * PGlite cannot deadlock.
 */
export class Database {
  readonly engine: DatabaseLocation['engine'];
  /** Typed queries for everything that is not a hot read. Transactions belong to {@link transaction}. */
  readonly kysely: Kysely<Tables>;
  readonly #pool: pg.Pool;
  readonly #reads: PipelinedReads | undefined;
  readonly #embedded: EmbeddedDatabase | undefined;
  readonly #open = new AsyncLocalStorage<Connection>();
  readonly #names = new Map<string, string>();

  private constructor(
    engine: DatabaseLocation['engine'],
    pool: pg.Pool,
    { reads, embedded }: { reads?: PipelinedReads; embedded?: EmbeddedDatabase },
  ) {
    this.engine = engine;
    this.#pool = pool;
    this.#reads = reads;
    this.#embedded = embedded;
    this.kysely = new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { connect: () => this.#connect(), end: () => Promise.resolve() } as unknown as pg.Pool,
      }),
      // Columns are snake_case in SQL, camelCase in code.
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
  }

  /** Opens the database; migrations are the caller's next step ({@link file://./migrate.ts}). */
  static async open(location: DatabaseLocation): Promise<Database> {
    if (location.engine === 'postgres') {
      const settings: pg.PoolConfig = {
        connectionString: location.url,
        max: location.poolSize ?? 10,
        statement_timeout: 15_000,
        idle_in_transaction_session_timeout: 30_000,
        application_name: 'gopath',
        // Our statements are short: compiling one costs more than running it.
        options: '-c jit=off -c TimeZone=UTC',
        types,
      };
      const pool = new pg.Pool(settings);
      const readers = new pg.Pool({
        ...settings,
        pipeline: true,
        // Planning a small statement costs more than running it, and PostgreSQL underestimates that.
        options: `${settings.options} -c plan_cache_mode=force_generic_plan`,
      });
      // An idle connection that breaks is replaced by the pool; it must not end the process.
      for (const one of [pool, readers]) one.on('error', () => undefined);
      return new Database('postgres', pool, { reads: new PipelinedReads(readers) });
    }
    const embedded = await EmbeddedDatabase.open(location.folder, location.image);
    const pool = new pg.Pool({
      stream: embedded.stream as never,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      types,
    });
    return new Database('pglite', pool, { embedded });
  }

  /**
   * Runs one prepared statement. The text must come from code (never built from input): each text is prepared and
   * planned once a connection, for whatever values, and kept.
   */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#reads === undefined || this.#open.getStore() !== undefined) return this.search(text, values);
    return this.#reads.query(this.#statement(text, values));
  }

  /**
   * Like {@link query}, but planned for its values where that is cheaper, and on a separate connection. For slow
   * statements, and for searches whose best plan depends on the searched word.
   */
  async search<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const statement = this.#statement(text, values);
    return this.#withConnection(async (connection) => (await connection.query(statement)).rows as Row[]);
  }

  /**
   * Runs several statements that were written by us (migrations, another library's schema), unprepared.
   * @returns the rows of all statements, in order
   */
  async execute(text: string, values?: readonly unknown[]): Promise<unknown[]> {
    const result = (await this.#withConnection((connection) =>
      values === undefined ? connection.query(text) : connection.query(text, [...values]),
    )) as pg.QueryResult | pg.QueryResult[];
    return Array.isArray(result) ? result.flatMap(({ rows }) => rows as unknown[]) : result.rows;
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  /** All or nothing. A transaction inside a transaction joins it. */
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
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** The whole embedded database as bytes (templates and prepared images). */
  dump(): Promise<Uint8Array> {
    if (this.#embedded === undefined) throw new Error('Only the embedded database can be dumped.');
    return this.#embedded.dump();
  }

  async close(): Promise<void> {
    await this.#reads?.close();
    await this.#pool.end();
    await this.#embedded?.close();
  }

  /** Unlike the pool's own query, keeps the connection (and its prepared statements) after a failed statement. */
  async #withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const open = this.#open.getStore();
    if (open !== undefined) return work(open);
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  async #connect() {
    const open = this.#open.getStore();
    if (open === undefined) return this.#pool.connect();
    return { query: open.query.bind(open), release: () => undefined };
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
