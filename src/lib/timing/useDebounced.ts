import { useCallback, useEffect, useRef } from 'react';
import { AUTO_SUBMIT_DEBOUNCE_MS } from './timing.ts';

/** Returns a debounced callback (300 ms, FORM-019). A pending call is dropped when the component unmounts. */
export function useDebounced<Arguments extends unknown[]>(
  callback: (...args: Arguments) => void,
  delay: number = AUTO_SUBMIT_DEBOUNCE_MS,
): (...args: Arguments) => void {
  const latest = useRef(callback);
  latest.current = callback;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (...args: Arguments) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(...args), delay);
    },
    [delay],
  );
}
