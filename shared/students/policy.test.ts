import { expect, it } from 'vitest';
import { ACTORS, createActor, RELATED, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canListStudent, canSeeStudent } from './policy.ts';

const VIEW = 'roadmap.view_roadmap';

it('parents, mentors and staff who view roadmaps list a student', () => {
  expect(whoCan((actor) => canListStudent(actor, STUDENT_PK))).toEqual([
    'parent',
    'mentor',
    'co-mentor',
    VIEW,
  ]);
});

it('students have no list of students, not even with the permission', () => {
  expect(canListStudent(createActor('student', { permissions: [VIEW] }), STUDENT_PK)).toBe(false);
});

it('the student and everyone who lists the student can see that the student exists', () => {
  expect(whoCan((actor) => canSeeStudent(actor, STUDENT_PK))).toEqual([...RELATED, VIEW]);
  expect(canSeeStudent(ACTORS['other student'], STUDENT_PK)).toBe(false);
});
