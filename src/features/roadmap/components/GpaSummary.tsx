import { YEAR_NAMES } from '#shared/kernel/years.ts';
import { gpaSummary, type GpaRow, type GradeKind, meanGrade } from '#shared/roadmap/academics.ts';
import type { ClassGrade } from '../queries.ts';

const points = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const pointsText = (value: number | null) => (value === null ? '–' : points.format(value));
const nameOf = (year: GpaRow['year']) => (year === 'all' ? 'Overall' : YEAR_NAMES[year]);

/** The averages of each term over the classes of a year, as a small line. */
function Trend({ classes }: { classes: readonly ClassGrade[] }) {
  const means = [0, 1, 2, 3]
    .map((term) => meanGrade(classes.map(({ actualGrades }) => actualGrades[term] ?? null)))
    .filter((mean) => mean !== null);
  if (means.length < 2) return <span className="text-muted">–</span>;
  const at = means.map((mean, index) => [
    4 + (index * 56) / (means.length - 1),
    20 - Math.max(0, Math.min(4, mean)) * 4,
  ]);
  const words = `Average by term: ${means.map((mean) => points.format(mean)).join(', ')}`;
  return (
    <svg viewBox="0 0 64 24" className="h-6 w-16 text-accent" role="img" aria-label={words}>
      <title>{words}</title>
      <polyline
        points={at.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {at.map(([x, y], index) => (
        <circle key={index} cx={x} cy={y} r="2" fill="currentColor" />
      ))}
    </svg>
  );
}

function Figures({ row, kind }: { row: GpaRow; kind: GradeKind }) {
  const { unweighted, weighted } = kind === 'actualGrades' ? row.actual : row.target;
  return (
    <>
      <td className="px-3 py-2 text-right tabular-nums">{pointsText(unweighted)}</td>
      <td className="px-3 py-2 text-right tabular-nums">{pointsText(weighted)}</td>
    </>
  );
}

/** Grade point averages of each year and overall, so far and as planned. */
export function GpaSummary({ classes }: { classes: readonly ClassGrade[] }) {
  if (classes.length === 0) return null;
  const head = 'px-3 py-2 text-right font-medium';
  return (
    <section aria-labelledby="gpa" className="grid gap-2">
      <h2 id="gpa" className="text-lg font-semibold">
        Grade point average
      </h2>
      <div
        className="overflow-x-auto rounded-card border bg-surface"
        tabIndex={0}
        role="region"
        aria-label="Averages by year"
      >
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                Year
              </th>
              <th scope="col" className={head}>
                Actual
              </th>
              <th scope="col" className={head}>
                Actual, weighted
              </th>
              <th scope="col" className={head}>
                Target
              </th>
              <th scope="col" className={head}>
                Target, weighted
              </th>
              <th scope="col" className={head}>
                By term
              </th>
            </tr>
          </thead>
          <tbody>
            {gpaSummary(classes).map((row) => (
              <tr key={row.year} className={row.year === 'all' ? 'border-t font-semibold' : 'border-t'}>
                <th scope="row" className="px-3 py-2 text-left font-medium">
                  {nameOf(row.year)}
                </th>
                <Figures row={row} kind="actualGrades" />
                <Figures row={row} kind="targetGrades" />
                <td className="px-3 py-1 text-right">
                  <div className="flex justify-end">
                    {row.year === 'all' ? null : (
                      <Trend classes={classes.filter(({ year }) => year === row.year)} />
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-muted">
        Weighted: UC honors classes count one point more for grades of C or better.
      </p>
    </section>
  );
}
