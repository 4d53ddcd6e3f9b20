import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { type AppError, invalid } from '#shared/kernel/errors.ts';
import { idempotencyKey } from '#shared/kernel/idempotency.ts';
import type { Database } from '../db/database.ts';
import { IdempotencyKeys } from '../db/idempotency.ts';
import { hashOf } from './hash.ts';
import { parseInput } from './parse-input.ts';

const keyInput = z.object({ idempotencyKey });

/** The identity of a create request for {@link createOnce}. */
export interface CreateRequest {
  /** The name of the mutation or route. */
  action: string;
  /** The client's idempotency key; without one the request is not deduplicated. */
  key: string | null | undefined;
  /** The whole input, with files as bytes. The same key with another input is rejected. */
  input: unknown;
}

/** Returns the error for an idempotency key that was used with another input. */
export function reusedKey(): AppError {
  return invalid('idempotencyKey', 'This idempotency key was already used with different input.');
}

/**
 * Runs a create in a transaction. A repeated or concurrent request with the same key and input returns the first
 * result.
 * @throws AppError INVALID_INPUT when the key was used with another input
 */
export async function createOnce<Created>(
  database: Database,
  actor: Pick<Actor, 'pk'>,
  { action, key: givenKey, input }: CreateRequest,
  create: () => Promise<Created>,
): Promise<Created> {
  const { idempotencyKey: key } = parseInput(keyInput, { idempotencyKey: givenKey });
  if (key === null) return database.transaction(create);
  const keys = new IdempotencyKeys(database);
  const hash = hashOf(JSON.stringify(canonical([action, input])));
  return database.transaction(async () => {
    const known = await keys.claim<Created>(actor.pk, key, hash);
    if (known === null) {
      const created = await create();
      await keys.store(actor.pk, key, created);
      return created;
    }
    if (known.hash !== hash) {
      throw reusedKey();
    }
    return known.answer;
  });
}

/** Returns a value with sorted keys and without empty fields, so that equal inputs have one JSON text. */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return hashOf(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const fields = new Map(Object.entries(value).filter(([, field]) => field !== null));
  return Object.fromEntries([...fields.keys()].sort().map((name) => [name, canonical(fields.get(name))]));
}
