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

/** A passkey of the person. */
export const passkey = z.object({
  pk: z.number(),
  name: z.string(),
  created_at: z.string(),
  /** null until its first sign-in. */
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

/** `GET /api/account/`: all null when an external provider owns passwords and sign-ins. */
export const account = z.object({
  devices: z.nullable(z.array(device)),
  /** `on`: whether one-time codes are on. */
  second_factor: z.nullable(z.object({ on: z.boolean(), recovery_codes_left: z.number() })),
  passkeys: z.nullable(z.array(passkey)),
});
export type Account = z.infer<typeof account>;

/** `POST /api/account/second_factor/`: the secret in base32, and the URI of its QR code. */
export const newSecondFactor = z.object({ secret: z.string(), uri: z.string() });
export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** `POST /api/account/passkeys/`: the options with which a browser creates a passkey (WebAuthn). */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** New recovery codes, which are not shown again; none when the person has some already. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
