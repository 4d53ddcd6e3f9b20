import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import type { Database } from './database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const echo = async (n: number) =>
  (await database.query<{ n: number }>('SELECT $1::int AS n', [n])).map((row) => row.n);

describe('statements', () => {
  it('give each of hundreds of parallel queries its own result', async () => {
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    expect(await Promise.all(numbers.map(echo))).toEqual(numbers.map((n) => [n]));
  });

  it('fail alone, whatever was sent together with them, and succeed afterwards', async () => {
    const divide = (by: number) => database.query<{ n: number }>('SELECT 10 / $1::int AS n', [by]);
    const results = await Promise.allSettled([
      echo(1),
      divide(0),
      echo(2),
      database.query('SELECT nothing FROM nowhere'),
      divide(5),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await divide(2)).toEqual([{ n: 5 }]);
    await expect(database.query('SELECT nothing FROM nowhere')).rejects.toThrow('does not exist');
  });

  it('see committed changes, and nothing of a rolled-back transaction', async () => {
    await database.execute('CREATE TABLE written (n int)');
    const count = async () =>
      (await database.query<{ n: number }>('SELECT count(*)::int AS n FROM written'))[0]?.n;
    await database.transaction(async () => {
      await database.query('INSERT INTO written VALUES (1)');
      expect(await count()).toBe(1);
    });
    expect(await count()).toBe(1);
    await database
      .transaction(async () => {
        await database.query('INSERT INTO written VALUES (2)');
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await count()).toBe(1);
    await database.execute('DROP TABLE written');
  });

  it('have no time limit in work that can take long, such as a migration', async ({ skip }) => {
    if (database.engine === 'pglite') skip();
    const limit = async () =>
      (
        await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`.execute(
          database.kysely,
        )
      ).rows[0]?.limit;
    expect(await limit()).toBe('15s');
    expect(await database.withoutTimeLimit(limit)).toBe('0');
    expect(await limit()).toBe('15s');
  });

  it('continue on a new connection when one breaks', async ({ skip }) => {
    if (database.engine === 'pglite') skip();
    await echo(1);
    const broken = database.query('SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(Promise.all([broken, echo(2)])).rejects.toThrow(/terminat/);
    await expect.poll(() => echo(3)).toEqual([3]);
  });

  it('continue after a connection breaks in a transaction or a search', async ({ skip }) => {
    if (database.engine === 'pglite') skip();
    const terminate = 'SELECT pg_terminate_backend(pg_backend_pid())';
    // Without a listener, the error of the connection is an uncaught exception, which fails the run.
    await expect(database.transaction(() => database.query(terminate))).rejects.toThrow(/terminat/);
    await expect(database.search(terminate)).rejects.toThrow(/terminat/);
    await expect(database.execute(terminate)).rejects.toThrow(/terminat/);
    expect(await database.transaction(() => echo(4))).toEqual([4]);
    expect(await database.search('SELECT 5 AS n')).toEqual([{ n: 5 }]);
  });
});
