import { useDeferredValue } from 'react';

/**
 * Returns the data of a query. The first render with data is concurrent: in slices of a few milliseconds,
 * with clicks and typing handled in between. Without this hook it is one long task, which takes a slow phone
 * half a second.
 */
export function useConcurrentData<Data>(data: Data | undefined): Data | undefined {
  const isLoaded = useDeferredValue(data !== undefined);
  return isLoaded ? data : undefined;
}
