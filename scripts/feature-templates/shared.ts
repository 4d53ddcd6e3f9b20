import type { FeatureNames } from './names.ts';

/** Returns the limits, the schema and the policy of a new feature. */
export function sharedFiles({ folder, Many, many, One, table, thing }: FeatureNames): Record<string, string> {
  const NAME = `MAX_${table.toUpperCase()}_NAME`;
  return {
    [`shared/${folder}/schema.ts`]: `import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { titleText } from '../kernel/text.ts';

/** The maximum length of a name. */
export const ${NAME} = 100;

const name = titleText({ name: 'Name', max: ${NAME} });

/** The form for a new ${thing}. */
export const ${many}Form = z.object({ name });

/** The input of create${One}. */
export const create${One}Input = z.strictObject({ name, idempotencyKey });
`,
    [`shared/${folder}/policy.ts`]: `import { type Actor, isRelatedTo } from '../kernel/actor.ts';

/** Returns whether the actor can see these: the owner, their parents and their mentors. */
export function canView${Many}(actor: Actor, ownerPk: number): boolean {
  return isRelatedTo(actor, ownerPk);
}
`,
  };
}
