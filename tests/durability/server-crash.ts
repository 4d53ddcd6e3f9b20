/**
 * Writes while the server is killed with SIGKILL. Every acknowledged write must exist
 * afterwards, and a repeated one (whose response was lost) must exist once.
 */
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { startServerProcess } from '../e2e/server.ts';
import { signInAt } from '../helpers/server/api-session.ts';
import type { TestClient } from '../helpers/server/test-client.ts';

/** The counts after the server was killed repeatedly. */
export interface CrashFigures {
  kills: number;
  acknowledged: number;
  /** Acknowledged, but missing after the restart. */
  lost: number;
  /** Writes whose response the kill cut off, and that were repeated. */
  retried: number;
  /** Duplicate writes. */
  duplicated: number;
  /** The longest time from a restart to the first response, in milliseconds. */
  slowestStart: number;
}

const CREATE = `mutation Create($input: CreateNoteInput!) { createNote(input: $input) { note { id title } } }`;
const FIND = `query Find($title: String!) {
  allNotes(first: 500, title_Icontains: $title) { edges { node { title } } pageInfo { hasNextPage } }
}`;
const BODY = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Written while the server died.' }] }],
});

interface Write {
  title: string;
  idempotencyKey: string;
}

async function send(client: TestClient, write: Write): Promise<boolean> {
  try {
    const answer = await client.graphql(CREATE, { input: { ...write, body: BODY } });
    return answer.data?.['createNote'] != null;
  } catch {
    return false;
  }
}

/**
 * Writes over several connections until the server no longer responds.
 * @returns `first` resolves after the first acknowledged write, `all` when nothing responds any more
 */
function writeUntilDead(client: TestClient, prefix: string) {
  const acknowledged: Write[] = [];
  const open: Write[] = [];
  const first = Promise.withResolvers<void>();
  let count = 0;
  const connections = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (;;) {
        count += 1;
        const write = { title: `${prefix} ${count}.`, idempotencyKey: randomUUID() };
        if (await send(client, write)) {
          acknowledged.push(write);
          first.resolve();
        } else {
          open.push(write);
          return;
        }
      }
    }),
  );
  return { first: first.promise, all: connections.then(() => ({ acknowledged, open })) };
}

/** @param env `DATABASE_URL` for PostgreSQL; PGlite without it */
export async function measureCrashes(kills: number, env: Record<string, string> = {}): Promise<CrashFigures> {
  const server = await startServerProcess(env);
  const figures: CrashFigures = {
    kills,
    acknowledged: 0,
    lost: 0,
    retried: 0,
    duplicated: 0,
    slowestStart: 0,
  };
  try {
    let client = await signInAt(server.url, { email: 'mentor@gopath.example', password: DEMO_PASSWORD });
    for (let round = 0; round < kills; round += 1) {
      const prefix = `Round ${round} ${randomUUID().slice(0, 8)}`;
      const writing = writeUntilDead(client, prefix);
      await Promise.race([writing.first, writing.all]);
      // Not a wait for an event: the time of the kill is meant to be random.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      await server.kill();
      const { acknowledged, open } = await writing.all;
      const startedAt = performance.now();
      await server.start();
      figures.slowestStart = Math.max(figures.slowestStart, Math.round(performance.now() - startedAt));
      client = await signInAt(server.url, { email: 'mentor@gopath.example', password: DEMO_PASSWORD });
      for (const write of open) {
        if (!(await send(client, write))) throw new Error('A retry after the restart was refused.');
      }
      const found = await client.graphql(FIND, { title: prefix });
      const connection = found.data?.['allNotes'] as {
        edges: { node: { title: string } }[];
        pageInfo: { hasNextPage: boolean };
      };
      if (connection.pageInfo.hasNextPage) throw new Error('More notes were written than one answer shows.');
      const titles = connection.edges.map(({ node }) => node.title);
      const there = new Set(titles);
      figures.acknowledged += acknowledged.length;
      figures.retried += open.length;
      figures.lost += [...acknowledged, ...open].filter(({ title }) => !there.has(title)).length;
      figures.duplicated += titles.length - there.size;
    }
    return figures;
  } finally {
    await server.stop();
  }
}
