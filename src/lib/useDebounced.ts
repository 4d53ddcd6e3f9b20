import { useCallback, useEffect, useRef } from 'react';
import { AUTO_SUBMIT_DEBOUNCE_MS } from './timing.ts';

/** A callback that runs once its calls have rested (300 ms, FORM-019); dropped when the component goes. */
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
