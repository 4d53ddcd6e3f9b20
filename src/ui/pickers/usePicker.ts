import { useState } from 'react';

/** The value of a picker: controlled (value and onChange) or uncontrolled (defaultValue). */
export type PickerValue<Value> = {
  value?: Value | null;
  defaultValue?: Value | null;
  /** @param problem why typed text was cleared: it is invalid or not allowed */
  onChange?: (value: Value | null, problem?: string) => void;
};

/**
 * Returns the value of a date or time picker and the error of the last input. Throws for a controlled picker without
 * onChange, which could never change (FORM-014).
 */
export function usePicker<Value>(name: string, { value, defaultValue = null, onChange }: PickerValue<Value>) {
  if (value !== undefined && !onChange) {
    throw new Error(
      `${name}: a picker with a 'value' needs an 'onChange' handler; use 'defaultValue' otherwise`,
    );
  }
  const [own, setOwn] = useState<Value | null>(defaultValue);
  const [problem, setProblem] = useState<string>();
  const current = value === undefined ? own : value;
  return {
    value: current,
    problem,
    /** Sets a value, or clears it after invalid input (FORM-013). Returns whether the value was set. */
    commit(next: Value | null, why?: string): boolean {
      const accepted = why ? null : next;
      setOwn(accepted);
      setProblem(why);
      onChange?.(accepted, why);
      return !why;
    },
    /** Removes the error when the person types again. */
    clearProblem() {
      if (problem === undefined) return;
      setProblem(undefined);
      onChange?.(current);
    },
  };
}
