/** Requests whose statement runs longer than the limit. PostgreSQL only: the embedded database has no limit. */
import { randomBytes } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { createDatabase } from '#tests/helpers/database/create-database.ts';
import { TEMPLATE_NAME } from '#tests/helpers/database/database-template.ts';
import { startTestApp } from '#tests/helpers/server/test-app.ts';
import { Database } from './database.ts';

it.runIf(inject('engine') === 'postgres')(
  'are answered with 503, logged, and work when repeated',
  async () => {
    const url = await createDatabase(
      inject('template'),
      `slow_${randomBytes(6).toString('hex')}`,
      TEMPLATE_NAME,
    );
    const database = await Database.open({ engine: 'postgres', url, statementMs: 1500 });
    const other = await Database.open({ engine: 'postgres', url });
    const log: string[] = [];
    const app = await startTestApp({
      database,
      env: { LOG_LEVEL: 'error' },
      logTo: { write: (line) => log.push(line) },
    });
    const client = await app.as(await createUser(database, { role: 'mentor' }));
    const query = (text: string) =>
      client.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: text }),
      });
    const requests = {
      // A route, a resolver, and the authentication before a resolver.
      alerts: () => client.fetch('/api/alerts/'),
      notes: () => query('{ allNotes(first: 5) { totalCount } }'),
      users: () => query('{ __typename }'),
    };
    try {
      for (const [table, request] of Object.entries(requests)) {
        log.length = 0;
        await other.transaction(async () => {
          await other.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
          const response = await request();
          expect([response.status, response.headers.get('retry-after')], table).toEqual([503, '3']);
          const text = await response.text();
          expect(text).toContain('"code":"UNAVAILABLE"');
          expect(text).toContain('GoPath needed too long for this. Try again in a few seconds.');
        });
        expect(
          log.map((line) => JSON.parse(line)),
          table,
        ).toEqual([
          expect.objectContaining({
            msg: 'unexpected failure',
            err: expect.objectContaining({ code: '57014' }) as unknown,
          }),
        ]);
        expect((await request()).status, table).toBe(200);
      }
    } finally {
      await other.close();
      await app.close();
    }
  },
);
