import clsx from 'clsx';
import { YEAR_NAMES, YEARS } from '#shared/kernel/years.ts';
import { gpaSummary, type GpaRow, type GradeKind, MAX_TERMS, meanGrade } from '#shared/roadmap/academics.ts';
import { gpaText } from '#src/lib/gpa-text.ts';
import type { ClassGrade } from '../../queries.ts';

const nameOf = (year: GpaRow['year']) => (year === 'all' ? 'Overall' : YEAR_NAMES[year]);

/** Returns the averages of the terms with grades, year by year. */
function termMeans(classes: readonly ClassGrade[], years: readonly ClassGrade['year'][]): number[] {
  return years
    .map((year) => classes.filter((entry) => entry.year === year))
    .flatMap((taken) =>
      Array.from({ length: MAX_TERMS }, (_, term) =>
        meanGrade(taken.map(({ actualGrades }) => actualGrades[term] ?? null)),
      ),
    )
    .filter((mean) => mean !== null);
}

/** A sparkline of the term averages. */
function Trend({ means }: { means: readonly number[] }) {
  if (means.length < 2) return <span className="text-muted">–</span>;
  const at = means.map((mean, index) => [
    4 + (index * 56) / (means.length - 1),
    20 - Math.max(0, Math.min(4, mean)) * 4,
  ]);
  const label = `Average by term: ${means.map(gpaText).join(', ')}`;
  return (
    <svg viewBox="0 0 64 24" className="h-6 w-16 text-accent" role="img" aria-label={label}>
      <title>{label}</title>
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

const figureClass = 'px-3 py-2 text-right tabular-nums @max-lg:px-1.5 @max-xs:px-0.5';

function Figures({ row, kind }: { row: GpaRow; kind: GradeKind }) {
  const { unweighted, weighted } = kind === 'actualGrades' ? row.actual : row.target;
  return (
    <>
      <td className={figureClass}>{gpaText(unweighted)}</td>
      <td className={figureClass}>{gpaText(weighted)}</td>
    </>
  );
}

/** Grade point averages of each year and overall, current and planned. */
export function GpaSummary({ classes }: { classes: readonly ClassGrade[] }) {
  if (classes.length === 0) return null;
  const head = 'px-3 py-2 text-right font-medium @max-lg:px-1.5 @max-xs:px-0.5';
  return (
    <section aria-labelledby="gpa" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="gpa" className="text-lg font-semibold">
        Grade point average
      </h2>
      <div className="@container rounded-card border bg-surface">
        <table aria-label="Averages by year" className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium @max-xs:px-2">
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
              <th scope="col" className={clsx(head, '@max-lg:hidden')}>
                By term
              </th>
            </tr>
          </thead>
          <tbody>
            {gpaSummary(classes).map((row) => {
              const means = termMeans(classes, row.year === 'all' ? YEARS : [row.year]);
              return (
                <tr key={row.year} className={row.year === 'all' ? 'border-t font-semibold' : 'border-t'}>
                  <th scope="row" className="px-3 py-2 text-left font-medium @max-xs:px-2">
                    {nameOf(row.year)}
                    {/* In narrow containers, which hide the column of trends. */}
                    {means.length > 1 && (
                      <div className="@lg:hidden">
                        <Trend means={means} />
                      </div>
                    )}
                  </th>
                  <Figures row={row} kind="actualGrades" />
                  <Figures row={row} kind="targetGrades" />
                  <td className="px-3 py-1 @max-lg:hidden">
                    <div className="flex justify-end">
                      <Trend means={means} />
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-muted">
        Weighted: UC honors classes count one point more for grades of C or better.
      </p>
    </section>
  );
}
