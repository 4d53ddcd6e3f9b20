import type { ComponentProps } from 'react';

/** An input for Headless UI's `as`, which would put its own description in place of our field's. */
export function DescribedInput({
  describedBy,
  ...input
}: ComponentProps<'input'> & { describedBy: string | undefined }) {
  return <input {...input} aria-describedby={describedBy} />;
}
