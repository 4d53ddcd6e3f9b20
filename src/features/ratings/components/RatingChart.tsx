import { curveLinearClosed, lineRadial } from 'd3-shape';
import {
  type CategoryLevels,
  MAX_LEVEL,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
  type RatingCategory,
} from '#shared/ratings/schema.ts';
import { SHORT_CATEGORY_NAMES } from '#shared/ratings/texts.ts';

type Levels = Readonly<Record<RatingCategory, CategoryLevels>>;
type Measure = keyof CategoryLevels;

const RADIUS = 90;
const COUNT = RATING_CATEGORY_CODES.length;
const angleOf = (index: number) => (index / COUNT) * 2 * Math.PI;
const radiusOf = (level: number) => (level / MAX_LEVEL) * RADIUS;
const outline = lineRadial<number>()
  .angle((_level, index) => angleOf(index))
  .radius(radiusOf)
  .curve(curveLinearClosed);

/** Returns the point of a level on a category's axis. */
function at(index: number, radius: number) {
  return { x: radius * Math.sin(angleOf(index)), y: -radius * Math.cos(angleOf(index)) };
}

/** Returns the text anchor that keeps a label outside of the chart. */
function anchorOf(x: number) {
  if (Math.abs(x) < 10) return 'middle';
  return x > 0 ? 'start' : 'end';
}

const SERIES: readonly { measure: Measure; label: string; area: string; line: string; dash?: string }[] = [
  { measure: 'depth', label: 'Depth', area: 'fill-accent/15', line: 'stroke-accent' },
  { measure: 'breadth', label: 'Breadth', area: 'fill-success/10', line: 'stroke-success', dash: '5 3' },
];

/**
 * The values of the chart for screen readers. In a `div`, because a table grows to the size of its content.
 */
function ChartTable({ levels }: { levels: Levels }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Depth and breadth of each category, 0 to {MAX_LEVEL}</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            {SERIES.map(({ measure, label }) => (
              <th key={measure} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RATING_CATEGORY_CODES.map((code) => (
            <tr key={code}>
              <th scope="row">{RATING_CATEGORIES[code]}</th>
              {SERIES.map(({ measure }) => (
                <td key={measure}>{levels[code][measure]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A radar chart of depth and breadth, with a table for screen readers (SPR-006). */
export function RatingChart({ levels }: { levels: Levels }) {
  const rings = Array.from({ length: MAX_LEVEL }, (_, index) => index + 1);
  return (
    <figure className="grid justify-items-center gap-2">
      <svg aria-hidden viewBox="-176 -116 352 236" className="w-full max-w-112 print:max-w-80">
        {rings.map((ring) => (
          <path
            key={ring}
            d={outline(RATING_CATEGORY_CODES.map(() => ring)) ?? ''}
            className="fill-none stroke-border"
          />
        ))}
        {RATING_CATEGORY_CODES.map((code, index) => {
          const end = at(index, RADIUS);
          const label = at(index, RADIUS + 12);
          return (
            <g key={code}>
              <line x2={end.x} y2={end.y} className="stroke-border" />
              <text
                x={label.x}
                y={label.y}
                textAnchor={anchorOf(label.x)}
                dominantBaseline="middle"
                className="fill-muted text-xs"
              >
                {SHORT_CATEGORY_NAMES[code]}
              </text>
            </g>
          );
        })}
        {SERIES.map(({ measure, area, line, dash }) => (
          <path
            key={measure}
            d={outline(RATING_CATEGORY_CODES.map((code) => levels[code][measure])) ?? ''}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeDasharray={dash}
            className={`${area} ${line}`}
          />
        ))}
      </svg>
      <figcaption aria-hidden className="flex gap-4 text-sm text-muted">
        {SERIES.map(({ measure, label, line, dash }) => (
          <span key={measure} className="inline-flex items-center gap-1.5">
            <svg viewBox="0 0 24 4" className="h-1 w-6">
              <line x2="24" y1="2" y2="2" strokeWidth={2} strokeDasharray={dash} className={line} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
      <ChartTable levels={levels} />
    </figure>
  );
}
