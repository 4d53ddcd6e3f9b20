import { z } from 'zod';

/** The key of a create request that can be repeated: the same key with the same input creates nothing twice. */
export const idempotencyKey = z
  .guid('The idempotency key must be a UUID')
  .nullish()
  .transform((key) => key ?? null);
