import type { QueryClient } from '@tanstack/react-query';
import { type SignIn, subjectOf } from '#src/messaging/published.ts';
import { usePublished } from './usePublished.ts';

/**
 * Returns the sign-in state. Clears the query cache when the person changes, so that nobody sees another person's data.
 */
export function useSignIn(initial: SignIn, client: QueryClient): SignIn {
  return usePublished('signIn', initial, (next, shown) => {
    if (subjectOf(next) !== subjectOf(shown)) client.clear();
  });
}
