import type { App } from '#server/app.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import type { Problem } from '#server/http/errors.ts';
import type { TestUser } from '../../factories/users.ts';
import { TEST_PUBLIC_URL } from './public-url.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { issueToken, testVerifier } from './token-issuer.ts';

export interface GraphQLResponse<Data = Record<string, unknown>> {
  status: number;
  data?: Data | null;
  errors?: {
    message: string;
    path?: string[];
    extensions?: { code?: string; fields?: Record<string, string> };
  }[];
}

/** Returns the code of a response's first error; undefined without errors. */
export function codeOf({ errors }: Pick<GraphQLResponse, 'errors'>): string | undefined {
  return errors?.[0]?.extensions?.code;
}

export interface RestResponse<Body = unknown> {
  status: number;
  body: Body & Partial<Problem>;
  headers: Headers;
}

/** Sends one person's requests over real HTTP with a real token. */
export class TestClient {
  readonly #address: string;
  /** The access token; null for nobody. */
  readonly token: string | null;

  constructor(address: string, token: string | null) {
    this.#address = address;
    this.token = token;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(this.#address + path, { ...init, headers });
  }

  async graphql<Data = Record<string, any>>(
    query: string,
    variables: object = {},
  ): Promise<GraphQLResponse<Data>> {
    const response = await this.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  }

  async rest<Body = any>(method: string, path: string, body?: unknown): Promise<RestResponse<Body>> {
    const response = await this.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
}

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
