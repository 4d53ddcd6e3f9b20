import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Makes stored values the start of a form. Fields that the person changed since `before` keep their values.
 * @param before the values that were sent, or the stored ones that the form started with
 */
export function setFormStart<Values extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  before: Values,
  stored: Values,
): void {
  const typed = getValues();
  // Without `keepValues` the cursor would jump in the field that the person is typing in.
  reset(stored, { keepValues: true });
  for (const name of Object.keys(stored) as Path<Values>[]) {
    const isTyped = typed[name] !== before[name];
    setValue(name, (isTyped ? typed : stored)[name] as PathValue<Values, Path<Values>>, {
      shouldDirty: true,
    });
  }
}
