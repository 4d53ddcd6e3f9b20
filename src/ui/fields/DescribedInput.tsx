import type { ComponentProps } from 'react';

/** An input for Headless UI's `as` with the field's description instead of Headless UI's. */
export function DescribedInput({
  describedBy,
  ...input
}: ComponentProps<'input'> & { describedBy: string | undefined }) {
  return <input {...input} aria-describedby={describedBy} />;
}
