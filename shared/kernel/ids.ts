/**
 * `pk` is the number a person sees in an address; the global `id` of GraphQL is the type and the pk in base64.
 */
import { notFound } from './errors.ts';

/** The largest value of PostgreSQL's integer. */
export const MAX_PK = 2_147_483_647;

export function toGlobalId(typename: string, pk: number): string {
  return btoa(`${typename}:${pk}`);
}

/** The pk within an opaque id, or null when it is malformed or of another type. */
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

/** The pk in an address, or null when it is none that a thing can have. */
export function readPk(text: string | undefined): number | null {
  const pk = /^[1-9][0-9]{0,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return pk <= MAX_PK ? pk : null;
}

/**
 * The pk in an address.
 * @throws AppError NOT_FOUND when it is none
 */
export function parsePk(text: string): number {
  const pk = readPk(text);
  if (pk === null) throw notFound();
  return pk;
}

/**
 * The pk within an opaque id that a client sent.
 * @throws AppError NOT_FOUND when malformed or of another type
 */
export function requirePk(typename: string, id: string): number {
  const pk = pkOfGlobalId(typename, id);
  if (pk === null) throw notFound();
  return pk;
}
