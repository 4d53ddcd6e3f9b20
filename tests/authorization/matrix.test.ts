import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { ATTEMPTS, createScene, taskAttempts } from './attempts.ts';
import { cellOf, COLUMNS, MATRIX, type Rule } from './matrix.ts';
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
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe.each(RULES.map((rule) => ({ name: `${rule.object}: ${rule.action}`, rule })))(
  '$name',
  ({ name, rule }) => {
    it.each(COLUMNS.map((column) => ({ column, cell: cellOf(rule, column) })))(
      '$column: $cell',
      async ({ column, cell }) => {
        // Each cell has separate objects, so that allowed changes do not affect other cells.
        const scene = await createScene(app);
        const client = column === 'anonymous' ? app.anonymous : await app.as(scene.users[column]);
        const attempt = attempts[name];
        expect(await attempt?.(client, scene)).toBe(cell);
      },
    );
  },
);
