import type { QueryClient } from '@tanstack/react-query';
import { type SignIn, subjectOf } from '#src/messaging/published.ts';
import { usePublished } from './usePublished.ts';

/**
 * Who is signed in. A page may stay open while one person leaves and another comes: nothing that the server told the
 * one stays in its memory for the other.
 */
export function useSignIn(initial: SignIn, client: QueryClient): SignIn {
  return usePublished('signIn', initial, (next, shown) => {
    if (subjectOf(next) !== subjectOf(shown)) client.clear();
  });
}
