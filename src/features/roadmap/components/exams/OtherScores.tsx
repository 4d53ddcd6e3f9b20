import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import type { DataTableColumn, Sort } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { dateText, precisionOf } from '../../dates.ts';
import type { ExamScore } from '../../queries.ts';
import { ExamDate } from './ExamSection.tsx';

const COLUMNS: DataTableColumn<ExamScore>[] = [
  { id: 'type', header: 'Exam type', sortable: true, cell: ({ exam }) => exam.examCategory.name },
  { id: 'name', header: 'Exam', sortable: true, primary: true, cell: ({ exam }) => exam.name },
  {
    id: 'date',
    header: 'Date',
    sortable: true,
    cell: (test) => (
      <ExamDate
        test={test}
        text={dateText(test.takenAt, precisionOf(test.exam.examCategory.datePrecision))}
      />
    ),
  },
  {
    id: 'score',
    header: 'Score',
    sortable: true,
    numeric: true,
    cell: ({ score, exam: { examCategory } }) =>
      score === null ? null : (
        <>
          {score} <span className="text-muted">of {examCategory.maxScore}</span>
        </>
      ),
  },
];

const byType = (a: ExamScore, b: ExamScore) =>
  a.exam.examCategory.name.localeCompare(b.exam.examCategory.name) || a.exam.name.localeCompare(b.exam.name);
const COMPARE: Readonly<Record<string, (a: ExamScore, b: ExamScore) => number>> = {
  type: byType,
  name: (a, b) => a.exam.name.localeCompare(b.exam.name),
  date: (a, b) => a.takenAt.localeCompare(b.takenAt),
  score: (a, b) => (a.score ?? -1) - (b.score ?? -1),
};

/** Scores of all exams except SAT and ACT, initially sorted by exam type and name (EXAM-002). */
export function OtherScores({
  scores,
  onEdit,
  onDelete,
}: {
  scores: readonly ExamScore[];
  /** Missing when the viewer can only read. */
  onEdit: ((score: ExamScore) => void) | undefined;
  onDelete: ((score: ExamScore) => void) | undefined;
}) {
  const [sort, setSort] = useState<Sort>({ column: 'type', direction: 'asc' });
  const sign = sort.direction === 'desc' ? -1 : 1;
  const rows = scores.toSorted((a, b) => sign * (COMPARE[sort.column] ?? byType)(a, b));
  return (
    <div className="rounded-card border bg-surface">
      <DataTable
        label="Other scores"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ exam }) => exam.name}
        sort={sort}
        onSort={setSort}
        rowActions={
          onEdit &&
          onDelete &&
          ((score) => [
            { label: 'Edit', onSelect: () => onEdit(score) },
            { label: 'Delete', danger: true, onSelect: () => onDelete(score) },
          ])
        }
        empty={
          <EmptyState icon={<ClipboardList />} title="No other scores yet">
            Scores of AP, IB, TOEFL and other exams appear here.
          </EmptyState>
        }
      />
    </div>
  );
}
