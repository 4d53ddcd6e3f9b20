import { onFirstUse } from './on-first-use.ts';

const points = onFirstUse(
  () => new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Formats a grade point average; a missing one is a dash. */
export function gpaText(value: number | null): string {
  return value === null ? '–' : points().format(value);
}
