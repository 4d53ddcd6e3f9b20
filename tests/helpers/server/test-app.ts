import type { App } from '#server/app.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import type { TestUser } from '../../factories/users.ts';
import { TEST_PUBLIC_URL } from './public-url.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { TestClient } from './test-client.ts';
import { issueToken, testVerifier } from './token-issuer.ts';

/** A running server, with access to its parts. */
export interface TestApp {
  app: App;
  database: Database;
  services: Services;
  address: string;
  /** A clock that can be set; starts at the real time. */
  clock: { now(): Date; set(date: Date): void };
  as(user: TestUser): Promise<TestClient>;
  anonymous: TestClient;
  close(): Promise<void>;
}

export interface TestAppOptions {
  database?: Database;
  operations?: ReadonlySet<string>;
  /** Overrides of the tests' settings. */
  env?: Record<string, string>;
  /** Receives the log lines. */
  logTo?: { write(line: string): void };
  /** Accepts the identity provider's tokens, as in production, and not those of {@link TestApp.as}. */
  realSignIn?: boolean;
}

/** Starts the whole server on a fresh database and a free port. Its jobs run with `app.jobs.runDue()`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  let fixed: Date | null = null;
  const clock = {
    now: () => fixed ?? new Date(),
    set: (date: Date) => {
      fixed = date;
    },
  };
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: TEST_PUBLIC_URL,
    ...options.env,
  });
  const app = await createApp({
    config,
    database,
    clock,
    ...(options.realSignIn ? {} : { verifier: testVerifier }),
    workers: false,
    ...(options.logTo && { logTo: options.logTo }),
    operations: options.operations ?? null,
  });
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    database,
    services: app.services,
    address,
    clock,
    as: async (user) => new TestClient(address, await issueToken(user.subject)),
    anonymous: new TestClient(address, null),
    async close() {
      await app.server.close();
      await database.close();
    },
  };
}
