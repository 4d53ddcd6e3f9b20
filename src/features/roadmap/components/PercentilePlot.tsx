import { NOT_REPORTED, type ScoreRange } from './collegeFacts.ts';

/** The 25th to 75th percentile as a bar on the scale of the test, with the student's own best score marked. */
export function PercentilePlot({ range }: { range: ScoreRange }) {
  const { label, min, max, low, high, own } = range;
  const at = (score: number) => ((score - min) / (max - min)) * 100;
  const isKnown = low !== null && high !== null;
  const rangeText = isKnown ? `${low}–${high}` : NOT_REPORTED;
  return (
    <div className="grid gap-0.5">
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-3 w-full"
        role="img"
        aria-label={`${label}: 25th to 75th percentile ${rangeText}${own === null ? '' : `, yours ${own}`}`}
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
        {own !== null && <rect x={at(own) - 0.5} y="0" width="1" height="6" className="fill-text" />}
      </svg>
      <div className="flex justify-between gap-2 text-xs text-muted tabular-nums">
        <span>
          {label} {rangeText}
        </span>
        {own !== null && <span className="whitespace-nowrap">yours {own}</span>}
      </div>
    </div>
  );
}
