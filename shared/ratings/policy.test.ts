import { describe, expect, it } from 'vitest';
import { FULL_ACCESS } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import { canAddRating, canViewRating } from './policy.ts';

const STUDENT = 7;
const person = (given: Partial<Actor>): Actor => ({
  pk: 1,
  role: 'parent',
  fullName: 'Ada Novak',
  timeZone: 'UTC',
  studentPks: [],
  permissions: [],
  access: FULL_ACCESS,
  ...given,
});

describe('ratings', () => {
  it.each([
    ['the student', person({ pk: STUDENT, role: 'student' }), true, false],
    ['a parent of the student', person({ role: 'parent', studentPks: [STUDENT] }), true, false],
    ['a mentor of the student', person({ role: 'mentor', studentPks: [STUDENT] }), true, true],
    ['staff with the permission', person({ permissions: ['users.view_studentprofilerating'] }), true, false],
    ['staff without it', person({}), false, false],
    ['a mentor of other students', person({ role: 'mentor', studentPks: [8] }), false, false],
  ])('%s can view or add them as the matrix says', (_name, actor, view, add) => {
    expect(canViewRating(actor, STUDENT)).toBe(view);
    expect(canAddRating(actor, STUDENT)).toBe(add);
  });
});
