import { expect, it } from 'vitest';
import type { TaskActivity } from '../../queries.ts';
import { activityText } from './TaskHistory.tsx';

const MARCH = '2090-03-01T20:00:00Z';
const APRIL = '2090-04-02T20:00:00Z';
const dueDate = (oldDueAt: string | null, newDueAt: string | null) =>
  activityText({ action: 'UPDATE_DUE_AT', oldDueAt, newDueAt } as TaskActivity);

it('says whether the due date was set, changed or removed', () => {
  expect(dueDate(null, MARCH)).toMatch(/^set the due date to .*Mar 1/);
  expect(dueDate(MARCH, APRIL)).toMatch(/^changed the due date from .*Mar 1.* to .*Apr 2/);
  expect(dueDate(MARCH, '2090-03-01T21:00:00Z')).toMatch(/from .*Mar 1.* at .* to .*Mar 1.* at /);
  expect(dueDate(MARCH, null)).toBe('removed the due date');
});
