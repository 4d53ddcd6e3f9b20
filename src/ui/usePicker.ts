import { useState } from 'react';

/** The props by which a picker's value is kept: by the parent (value and onChange) or by the picker itself. */
export type PickerValue<Value> = {
  value?: Value | null;
  defaultValue?: Value | null;
  onChange?: (value: Value | null) => void;
};

/**
 * The value of a date or time picker and what is wrong with what was last typed. A controlled picker without an
 * onChange could never change, which is a developer's error (FORM-014).
 */
export function usePicker<Value>(name: string, { value, defaultValue = null, onChange }: PickerValue<Value>) {
  if (value !== undefined && !onChange) {
    throw new Error(
      `${name}: a picker with a 'value' needs an 'onChange' handler; use 'defaultValue' otherwise`,
    );
  }
  const [own, setOwn] = useState<Value | null>(defaultValue);
  const [problem, setProblem] = useState<string>();
  return {
    value: value === undefined ? own : value,
    problem,
    /** Takes a new value, or clears it for a problem (FORM-013); answers whether it was kept. */
    commit(next: Value | null, why?: string): boolean {
      const kept = why ? null : next;
      setOwn(kept);
      setProblem(why);
      onChange?.(kept);
      return !why;
    },
    forgive: () => setProblem(undefined),
  };
}
