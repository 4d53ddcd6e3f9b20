import type { QueryClient } from '@tanstack/react-query';
import type { SignIn } from '#src/messaging/published.ts';
import { usePublished } from './usePublished.ts';

function personOf(signIn: SignIn): string | null {
  return signIn.status === 'in' ? signIn.subject : null;
}

/**
 * Who is signed in. A page may stay open while one person leaves and another comes: nothing that the server told the
 * one stays in its memory for the other.
 */
export function useSignIn(initial: SignIn, client: QueryClient): SignIn {
  return usePublished('signIn', initial, (next, shown) => {
    if (personOf(next) !== personOf(shown)) client.clear();
  });
}
