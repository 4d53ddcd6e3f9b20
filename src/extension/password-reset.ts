import { AppError, UNAVAILABLE_MESSAGE } from '#shared/kernel/errors.ts';
import { fetchJson, readSignInConfig } from './oidc.ts';

/** Asks the provider to email a reset link (AUTH-035). @throws AppError with its message */
export async function requestPasswordReset(server: string, email: string): Promise<void> {
  const { extension } = await readSignInConfig(server);
  const { status, body } = await fetchJson(`${server}/api/session/password_reset/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: extension.client_id,
      email,
      connection: 'Username-Password-Authentication',
    }),
  });
  if (status === 200) return;
  const { detail } = (body ?? {}) as { detail?: unknown };
  throw new AppError(
    status >= 500 ? 'UNAVAILABLE' : 'BAD_REQUEST',
    typeof detail === 'string' ? detail : UNAVAILABLE_MESSAGE,
  );
}
