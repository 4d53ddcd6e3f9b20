import { expect, it } from 'vitest';
import { ACTORS, createActor, RELATED, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canListEveryStudent, canListStudent, canSeeStudent } from './policy.ts';

const VIEW = 'roadmap.view_roadmap';

it('parents, mentors and staff who view roadmaps list a student', () => {
  expect(whoCan((actor) => canListStudent(actor, STUDENT_PK))).toEqual([
    'parent',
    'mentor',
    'co-mentor',
    VIEW,
  ]);
});

it('only staff who view roadmaps list every student', () => {
  expect(whoCan(canListEveryStudent)).toEqual([VIEW]);
});

it('students have no list of students, not even with the permission', () => {
  const actor = createActor('student', { permissions: [VIEW] });
  expect([canListStudent(actor, STUDENT_PK), canListEveryStudent(actor)]).toEqual([false, false]);
});

it('the student and everyone who lists the student can see that the student exists', () => {
  expect(whoCan((actor) => canSeeStudent(actor, STUDENT_PK))).toEqual([...RELATED, VIEW]);
  expect(canSeeStudent(ACTORS['other student'], STUDENT_PK)).toBe(false);
});
