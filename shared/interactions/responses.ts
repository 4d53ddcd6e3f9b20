/** REST responses about interactions, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { INTERACTION_TYPES } from './constants.ts';

/** The newest interaction of a student that a mentor caused (USER-023). */
export const lastInteraction = z.object({
  created_at: z.string(),
  interaction_type: z.enum(INTERACTION_TYPES),
  /** Null when the mentor's account was deleted. */
  mentor: z.nullable(z.object({ id: z.string(), pk: z.number(), full_name: z.string() })),
});
export type LastInteraction = z.infer<typeof lastInteraction>;
