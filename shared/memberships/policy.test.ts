import { expect, it } from 'vitest';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import { createActor, FAMILY, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canManageMemberships, canPayFor, canSeeMembership } from './policy.ts';

const MANAGE = 'memberships.manage_membership';

it('the student, the parents and staff with the permission see a membership, mentors do not', () => {
  expect(whoCan((actor) => canSeeMembership(actor, STUDENT_PK))).toEqual([...FAMILY, MANAGE]);
});

it('only the student and the parents pay', () => {
  expect(whoCan((actor) => canPayFor(actor, STUDENT_PK))).toEqual(FAMILY);
});

it('only staff with the permission manage all memberships', () => {
  expect(whoCan(canManageMemberships)).toEqual([MANAGE]);
});

it.each(['student', 'parent'] as const)('a %s is never staff, whatever their permissions', (role) => {
  const actor = createActor(role, { permissions: GLOBAL_PERMISSIONS });
  expect(canManageMemberships(actor)).toBe(false);
  expect(canSeeMembership(actor, STUDENT_PK)).toBe(false);
  expect(canPayFor(actor, STUDENT_PK)).toBe(false);
});
