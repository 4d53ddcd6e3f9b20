import { z } from 'zod';
import { INTERACTION_ORDERS } from './constants.ts';

/** The filter of the timeline. */
export const interactionFilter = z.strictObject({
  mentor: z.string().nullable().default(null),
  student: z.string().nullable().default(null),
  orderBy: z.enum(INTERACTION_ORDERS, 'Unknown order'),
});
