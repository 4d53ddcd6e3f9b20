import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { setFormStart } from './set-form-start.ts';

/**
 * Keeps a form based on its stored values, which another tab can change too: saving the form does not undo that. Fields
 * that the person changed keep their values.
 * @param stored its identity changes only with the values
 * @returns bases the form on saved values; `typed` is what the form had when it was sent
 */
export function useFormStart<Values extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  stored: Values,
): (typed: Values, saved: Values) => void {
  const start = useRef(stored);
  const startFrom = useCallback(
    (before: Values, next: Values) => {
      start.current = next;
      setFormStart({ getValues, reset, setValue }, before, next);
    },
    [getValues, reset, setValue],
  );
  useEffect(() => startFrom(start.current, stored), [startFrom, stored]);
  return startFrom;
}
