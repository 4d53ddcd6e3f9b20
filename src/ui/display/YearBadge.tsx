import { type Year, YEAR_NAMES } from '#shared/kernel/years.ts';
import { Badge, type Tone } from './Badge.tsx';

/** STUD-012: link, danger, warning and success. */
const TONES: Readonly<Record<Year, Tone>> = { FR: 'accent', SO: 'danger', JR: 'warning', SR: 'success' };

/** A high school year in its color. */
export function YearBadge({ year }: { year: Year }) {
  return <Badge tone={TONES[year]}>{YEAR_NAMES[year]}</Badge>;
}
