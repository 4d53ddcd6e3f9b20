import * as z from 'zod/mini';

/** Parses a list of names. Names that a newer server added are dropped, so that an older client keeps working. */
export function knownList<const Name extends string>(names: readonly Name[]) {
  return z.pipe(
    z.array(z.string()),
    z.transform((list) => list.filter((name): name is Name => (names as readonly string[]).includes(name))),
  );
}
