import { expect, it } from 'vitest';
import { ACTORS, RELATED, STUDENT_PK, whoCan, whoGets } from '#tests/factories/actors.ts';
import { canSeeDeadlines, ownDeadlineStudents } from './policy.ts';

it('related people see the deadlines of a student', () => {
  expect(whoCan((actor) => canSeeDeadlines(actor, STUDENT_PK))).toEqual(RELATED);
});

it('students have their own deadlines, parents those of their children, mentors and staff none', () => {
  const otherPk = ACTORS['other student'].pk;
  expect(whoGets(ownDeadlineStudents)).toEqual({
    student: [STUDENT_PK],
    parent: [STUDENT_PK],
    'other student': [otherPk],
    'other parent': [otherPk],
  });
});
