/** Ids: `pk` is the number in addresses; GraphQL's global `id` is the type and the pk in base64. */
import { notFound } from './errors.ts';

/** The largest value of PostgreSQL's integer. */
export const MAX_PK = 2_147_483_647;

/** Returns the global id of an object: its type and pk in base64. */
export function toGlobalId(typename: string, pk: number): string {
  return btoa(`${typename}:${pk}`);
}

/** Returns the pk of a global id, or null when it is malformed or of another type. */
export function pkOfGlobalId(typename: string, id: string): number | null {
  if (id.length > 100 || !/^[A-Za-z0-9+/]+=*$/.test(id)) return null;
  let text: string;
  try {
    text = atob(id);
  } catch {
    return null;
  }
  const match = /^([A-Za-z][A-Za-z0-9]*):([1-9][0-9]{0,9})$/.exec(text);
  if (match === null || match[1] !== typename) return null;
  const pk = Number(match[2]);
  return pk <= MAX_PK ? pk : null;
}

/** Returns the pk in an address, or null when it is invalid. */
export function readPk(text: string | undefined): number | null {
  const pk = /^[1-9][0-9]{0,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return pk <= MAX_PK ? pk : null;
}

/**
 * Returns the pk in an address.
 * @throws AppError NOT_FOUND when it is invalid
 */
export function parsePk(text: string): number {
  const pk = readPk(text);
  if (pk === null) throw notFound();
  return pk;
}

/**
 * Returns the pk of a global id from a client.
 * @throws AppError NOT_FOUND when malformed or of another type
 */
export function requirePk(typename: string, id: string): number {
  const pk = pkOfGlobalId(typename, id);
  if (pk === null) throw notFound();
  return pk;
}
