/** REST responses about signing in, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';

/** The response of a sign-in or renewal, for memory only. */
export const accessToken = z.object({ access_token: z.string(), expires_in: z.number() });
export type AccessToken = z.infer<typeof accessToken>;

/** The response of a sign-in, which can also accept an invitation. */
export const signInResponse = z.extend(accessToken, { invitation_accepted: z.optional(z.boolean()) });
export type SignInResponse = z.infer<typeof signInResponse>;

const client = z.object({ client_id: z.string() });

/** `GET /api/session/config/`: how clients sign in here. */
export const sessionConfig = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  audience: z.string(),
  scope: z.string(),
  /** Additional parameters of a client's authorization request. */
  authorization_parameters: z.record(z.string(), z.string()),
  web: client,
  extension: client,
  /** Whether people can sign up here, at the embedded provider. */
  sign_up: z.boolean(),
});
export type SessionConfig = z.infer<typeof sessionConfig>;
