import { useSyncExternalStore } from 'react';
import { draftStorage } from './draft-storage.ts';

/** Returns whether this device has everything that the person wrote. */
export function useIsStored(): boolean {
  return !useSyncExternalStore(draftStorage.subscribe, draftStorage.read).hasFailed;
}
