import { NOT_REPORTED, type ScoreRange } from './college-facts.ts';

/** The 25th to 75th percentile as a bar on the scale of the test, with a line at the student's best score. */
export function PercentilePlot({
  range,
  student,
}: {
  range: ScoreRange;
  /** Whose best score the line shows: 'your' or "Maya's". */
  student: string;
}) {
  const { label, min, max, low, high, best } = range;
  const at = (score: number) => ((score - min) / (max - min)) * 100;
  const isKnown = low !== null && high !== null;
  const rangeText = isKnown ? `${low}–${high}` : NOT_REPORTED;
  const bestText = best === null ? '' : `${student} best ${best}`;
  return (
    <div className="grid gap-0.5">
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-3 w-full"
        role="img"
        aria-label={[`${label}: 25th to 75th percentile ${rangeText}`, bestText].filter(Boolean).join(', ')}
      >
        <rect x="0" y="2" width="100" height="2" rx="1" className="fill-sunken" />
        {isKnown && (
          <rect
            x={at(low)}
            y="1.5"
            width={Math.max(1, at(high) - at(low))}
            height="3"
            rx="1"
            className="fill-accent"
          />
        )}
        {best !== null && <rect x={at(best) - 0.5} y="0" width="1" height="6" className="fill-text" />}
      </svg>
      <div className="flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular-nums">
        <span>
          {label} {rangeText}
        </span>
        {bestText !== '' && <span className="whitespace-nowrap">{bestText}</span>}
      </div>
    </div>
  );
}
