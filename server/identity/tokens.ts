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
  const answer = tokenResponse.safeParse(body);
  if (status !== 200 || !answer.success) {
    throw new AppError('UNAVAILABLE', 'The identity provider cannot answer now. Try again.');
  }
  return {
    accessToken: answer.data.access_token,
    expiresIn: answer.data.expires_in,
    refreshToken: answer.data.refresh_token,
    idToken: answer.data.id_token,
  };
}
