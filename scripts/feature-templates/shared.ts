import type { FeatureNames } from './names.ts';

/** Returns the limits, the schema, the policy and its test of a new feature. */
export function sharedFiles({
  folder,
  Many,
  One,
  one,
  ONE,
  things,
  aThing,
}: FeatureNames): Record<string, string> {
  return {
    [`shared/${folder}/schema.ts`]: `import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { titleText } from '../kernel/text.ts';

/** The maximum length of a name. */
export const MAX_${ONE}_NAME = 100;

/** The fields that a person fills in. */
export const ${one}Form = z.strictObject({
  name: titleText({ name: 'Name', max: MAX_${ONE}_NAME }),
});
/** The values of the form for ${aThing}. */
export type ${One}Values = z.infer<typeof ${one}Form>;

/** The input of create${One}. */
export const create${One}Input = z.strictObject({ ...${one}Form.shape, idempotencyKey });
`,
    [`shared/${folder}/policy.ts`]: `import { type Actor, isRelatedTo } from '../kernel/actor.ts';

/** Returns whether the actor can see a person's ${things}: the owner, their parents and their mentors. */
export function canView${Many}(actor: Actor, ownerPk: number): boolean {
  return isRelatedTo(actor, ownerPk);
}
`,
    [`shared/${folder}/policy.test.ts`]: `import { expect, it } from 'vitest';
import { RELATED, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canView${Many} } from './policy.ts';

it('the student, the parents and the mentors see the ${things} of a student', () => {
  expect(whoCan((actor) => canView${Many}(actor, STUDENT_PK))).toEqual(RELATED);
});
`,
  };
}
