import { useDeferredValue } from 'react';

/**
 * Returns the data of a query. Its first render is concurrent: in slices of a few milliseconds, with clicks and typing
 * handled in between. Queries alone render in one long task, which a slow phone needs half a second for.
 */
export function useConcurrentData<Data>(data: Data | undefined): Data | undefined {
  const isLoaded = useDeferredValue(data !== undefined);
  return isLoaded ? data : undefined;
}
