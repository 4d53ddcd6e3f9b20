import { expect, it } from 'vitest';
import { attentionInWords, attentionReasons } from './attention.ts';

it('says why a student needs attention', () => {
  const reasons = attentionReasons({
    isReviewRequested: true,
    contactDays: 12,
    overdueTasks: 3,
    taskDueDays: 5,
  });
  expect(reasons.map(attentionInWords)).toEqual([
    'Review requested',
    'No contact for 12 days',
    '3 tasks overdue',
    'Task due in 5 days',
  ]);
  expect(
    attentionReasons({ isReviewRequested: false, contactDays: 10, overdueTasks: 0, taskDueDays: null }),
  ).toEqual([]);
  expect(
    attentionReasons({ isReviewRequested: false, contactDays: null, overdueTasks: 0, taskDueDays: null }),
  ).toEqual([]);
  expect(attentionInWords({ kind: 'overdue_tasks', amount: 1 })).toBe('1 task overdue');
  expect(attentionInWords({ kind: 'deadline', amount: 0 })).toBe('Task due today');
  expect(attentionInWords({ kind: 'deadline', amount: 1 })).toBe('Task due tomorrow');
});
