import { expect, it } from 'vitest';
import { ACTORS, FAMILY, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canManageDataOf, canReadAuditLog, lastHolderMessage } from './policy.ts';

const MANAGE = 'privacy.manage_data';

it('only staff with the permission read the audit log', () => {
  expect(whoCan(canReadAuditLog)).toEqual([MANAGE]);
});

it("the student, the parents and staff with the permission manage a student's data", () => {
  expect(whoCan((actor) => canManageDataOf(actor, STUDENT_PK))).toEqual([...FAMILY, MANAGE]);
});

it('a mentor manages their own data, which nobody else but staff does', () => {
  expect(whoCan((actor) => canManageDataOf(actor, ACTORS.mentor.pk))).toEqual(['mentor', MANAGE]);
});

it('the message names the permission that needs another holder', () => {
  expect(lastHolderMessage('users.disable_user')).toMatch(
    /^This is the last person with the permission users\.disable_user\./,
  );
});
