import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import { ROLES } from '#shared/kernel/roles.ts';
import { createActor, createStaff, whoCan, whoGets } from '#tests/factories/actors.ts';
import { canInvite, invitableRoles, relationFromInvitation } from './policy.ts';

describe('inviting', () => {
  it('students invite parents, and staff the roles of their permissions', () => {
    expect(whoGets((actor) => invitableRoles(capabilitiesOf(actor)))).toEqual({
      student: ['parent'],
      'other student': ['parent'],
      'users.add_student': ['student'],
      'users.add_parent': ['parent'],
      'users.add_mentor': ['mentor'],
    });
  });

  it('staff with every permission invite every role', () => {
    const staff = createStaff('users.add_mentor', 'users.add_parent', 'users.add_student');
    expect(invitableRoles(capabilitiesOf(staff))).toEqual(ROLES);
  });

  it('a student invites only parents, whatever their permissions', () => {
    const student = createActor('student', { permissions: ['users.add_student', 'users.add_mentor'] });
    expect(invitableRoles(capabilitiesOf(student))).toEqual(['parent']);
  });

  it('other people invite nobody', () => {
    expect(whoCan((actor) => canInvite(capabilitiesOf(actor)))).toEqual([
      'student',
      'other student',
      'users.add_student',
      'users.add_parent',
      'users.add_mentor',
    ]);
  });
});

describe('accepting', () => {
  it("makes a parent the student's, and a student the mentor's", () => {
    expect(relationFromInvitation('student', 'parent')).toBe('parent of the inviter');
    expect(relationFromInvitation('mentor', 'student')).toBe('student of the inviter');
  });

  it.each([
    ['student', 'student'],
    ['student', 'mentor'],
    ['parent', 'student'],
    ['parent', 'parent'],
    ['parent', 'mentor'],
    ['mentor', 'parent'],
    ['mentor', 'mentor'],
  ] as const)('relates no one when a %s invited a %s', (inviter, invited) => {
    expect(relationFromInvitation(inviter, invited)).toBeNull();
  });
});
