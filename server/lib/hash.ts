import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash in base64url: of secrets, so that the database alone gives no access, and of inputs. */
export function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}
