import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { TestClient } from '#tests/helpers/server/test-client.ts';
import { ATTEMPTS, taskAttempts } from './attempts.ts';
import { createScene, type Scene } from './scene.ts';
import { cellOf, MATRIX } from './matrix.ts';
import { type Cell, type Column, COLUMNS, type Rule } from './rules.ts';
import { ESSAY_RULES } from './essays.ts';
import { INTERACTION_RULES } from './interactions.ts';
import { LEARNING_RULES } from './learning.ts';
import { TASK_RULES } from './tasks.ts';

const RULES: readonly Rule[] = [
  ...MATRIX,
  ...TASK_RULES,
  ...INTERACTION_RULES,
  ...ESSAY_RULES,
  ...LEARNING_RULES,
];
const attempts: Readonly<Record<string, (typeof ATTEMPTS)[keyof typeof ATTEMPTS]>> = {
  ...ATTEMPTS,
  ...taskAttempts,
};

let app: TestApp;
/** The objects of the next cell: the same as for the last cell, unless that one could change them. */
let scene: Scene | null = null;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Whether a request is a mutation or a REST write. */
function isWrite(path: string, { method = 'GET', body }: RequestInit = {}): boolean {
  if (path !== '/graphql') return method !== 'GET';
  return (JSON.parse(body as string) as { query: string }).query.trimStart().startsWith('mutation');
}

/**
 * Attempts an action as the person of a column. Only an allowed write makes the next cell create a new scene.
 */
async function attemptAs(column: Column, name: string): Promise<Cell | undefined> {
  const current = scene ?? (await createScene(app));
  // An attempt that throws also requires a new scene.
  scene = null;
  const client =
    column === 'anonymous' ? new TestClient(app.address, null) : await app.as(current.users[column]);
  const requests = vi.spyOn(client, 'fetch');
  const result = await attempts[name]?.(client, current);
  const hasWritten = requests.mock.calls.some(([path, init]) => isWrite(path, init));
  const isDone = hasWritten && (result === 'allow' || result === 'empty');
  if (!isDone) scene = current;
  return result;
}

describe.each(RULES.map((rule) => ({ name: `${rule.object}: ${rule.action}`, rule })))(
  '$name',
  ({ name, rule }) => {
    it.each(COLUMNS.map((column) => ({ column, cell: cellOf(rule, column) })))(
      '$column: $cell',
      async ({ column, cell }) => {
        expect(await attemptAs(column, name)).toBe(cell);
      },
    );
  },
);
