import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TaskListQuery } from '#src/transport/generated/tasks/graphql.ts';

/** May read a role: the role of the invitation decides what the invited person is asked. */
const ALLOWED = new Set(['src/features/invitations/components/InvitationCard.tsx']);

it('screens read permissions and capabilities, never the role of a person', () => {
  const testing = globSync('{src,entrypoints}/**/*.{ts,tsx}')
    .filter((file) => !ALLOWED.has(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\brole (===|!==) '/.test(readFileSync(file, 'utf8')));
  expect(testing, 'add a capability (shared/kernel/capabilities.ts) or a permission instead').toEqual([]);
});

it('a misspelled permission of an object does not compile', () => {
  type Permission = TaskListQuery['allTaskLists']['edges'][number]['node']['permissions'][number];
  const known: Permission[] = ['change_list', 'add_task'];
  // @ts-expect-error misspelled
  expect(known.includes('chnage_list')).toBe(false);
});
