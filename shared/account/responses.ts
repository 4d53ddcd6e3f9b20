/** REST responses about a person's account, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';

/** An active sign-in of the person. */
export const device = z.object({
  id: z.string(),
  /** null for sign-ins from before this was stored. */
  client: z.nullable(z.enum(['web', 'extension'])),
  browser: z.string(),
  /** null when unknown. */
  city: z.nullable(z.string()),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  /** Whether the request came from this device. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** `GET /api/account/`: both null when an external provider owns passwords and sign-ins. */
export const account = z.object({
  devices: z.nullable(z.array(device)),
  second_factor: z.nullable(z.object({ on: z.boolean(), recovery_codes_left: z.number() })),
});
export type Account = z.infer<typeof account>;

/** `POST /api/account/second_factor/`: the secret in base32, and the URI of its QR code. */
export const newSecondFactor = z.object({ secret: z.string(), uri: z.string() });
export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** New recovery codes, which are not shown again. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
