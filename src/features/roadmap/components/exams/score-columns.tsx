import type { ActScore, SatScore } from '../../queries.ts';
import type { ScoreColumn } from './ScoreTable.tsx';

const SAT_COLUMNS: ScoreColumn<SatScore>[] = [
  { header: 'Total', cell: ({ score }) => score, strong: true },
  { header: 'Reading and Writing', cell: ({ erw }) => erw },
  { header: 'Math', cell: ({ math }) => math },
];

/** The SAT has had no essay since 2021: shown only for scores with an essay. */
const SAT_ESSAY_COLUMNS: ScoreColumn<SatScore>[] = [
  { header: 'Essay reading', cell: ({ reading }) => reading },
  { header: 'Essay analysis', cell: ({ analysis }) => analysis },
  { header: 'Essay writing', cell: ({ writing }) => writing },
];

const hasEssay = ({ reading, analysis, writing }: SatScore) =>
  reading !== null || analysis !== null || writing !== null;

/** The columns of ACT scores. */
export const ACT_COLUMNS: ScoreColumn<ActScore>[] = [
  {
    header: 'Composite',
    strong: true,
    cell: ({ score, science }) =>
      score !== null && science === null ? (
        <>
          {score} <span className="font-normal text-muted">without Science</span>
        </>
      ) : (
        score
      ),
  },
  { header: 'English', cell: ({ english }) => english },
  { header: 'Mathematics', cell: ({ mathematics }) => mathematics },
  { header: 'Reading', cell: ({ reading }) => reading },
  { header: 'Science', cell: ({ science }) => science },
  { header: 'Writing', cell: ({ writing }) => writing },
];

/** Returns the columns of SAT scores. */
export function satColumns(scores: readonly SatScore[]): ScoreColumn<SatScore>[] {
  return scores.some(hasEssay) ? [...SAT_COLUMNS, ...SAT_ESSAY_COLUMNS] : SAT_COLUMNS;
}
