/** What the server answers about a person's own account, in the small zod. */
import * as z from 'zod/mini';

/** A sign-in of the person that still works. */
export const device = z.object({
  id: z.string(),
  /** null for sign-ins from before this was stored. */
  client: z.nullable(z.enum(['web', 'extension'])),
  browser: z.string(),
  /** null when it is not known. */
  city: z.nullable(z.string()),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  /** Whether the request came from it. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** `GET /api/account/`: null when an external provider owns passwords and sign-ins. */
export const account = z.object({ devices: z.nullable(z.array(device)) });
export type Account = z.infer<typeof account>;
