import { createContext, use } from 'react';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';

/**
 * Whether the signed-in person can only read. Provided by each surface from `me.access`. Sections whose changes the
 * server allows with a lapsed membership (paying, alerts, the account's security, export, deletion) provide `false`.
 */
export const ReadOnlyContext = createContext(false);

/** Returns the `disabledReason` for controls that write; undefined when the person has full access. */
export function useReadOnlyReason(): string | undefined {
  return use(ReadOnlyContext) ? READ_ONLY_MESSAGE : undefined;
}
