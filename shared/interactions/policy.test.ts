import { expect, it } from 'vitest';
import { RELATED, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canSeeInteractionsOf } from './policy.ts';

it('related people see interactions of a student', () => {
  expect(whoCan((actor) => canSeeInteractionsOf(actor, STUDENT_PK))).toEqual(RELATED);
});
