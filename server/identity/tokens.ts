import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import type { Tokens } from './identity.ts';

const tokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
});

/**
 * Reads a token endpoint's response.
 * @returns null when the provider refuses
 * @throws AppError UNAVAILABLE when the provider fails or does not know this client, which ends no session
 */
export function readTokenResponse(status: number, body: unknown): Tokens | null {
  if (status === 400 && (body as { error?: unknown } | null)?.error === 'invalid_grant') return null;
  const parsed = tokenResponse.safeParse(body);
  if (status !== 200 || !parsed.success) {
    throw new AppError('UNAVAILABLE', 'The identity provider is not responding. Try again.');
  }
  return {
    accessToken: parsed.data.access_token,
    expiresIn: parsed.data.expires_in,
    refreshToken: parsed.data.refresh_token,
    idToken: parsed.data.id_token,
  };
}
