import { createContext, use } from 'react';
import type { Me } from '#shared/users/responses.ts';

/** The signed-in person, provided by SignedIn. */
export const MeContext = createContext<Me | null>(null);

/** Returns the signed-in person; only for screens below SignedIn. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('useMe() is for screens of signed-in people.');
  return me;
}
