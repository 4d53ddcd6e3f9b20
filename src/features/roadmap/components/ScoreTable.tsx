import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#src/ui/IconButton.tsx';

/** One column of figures. */
export interface ScoreColumn<Score> {
  header: string;
  cell: (score: Score) => ReactNode;
  strong?: boolean;
}

/** Tests as rows, their sections as columns; scrolls sideways on a phone. */
export function ScoreTable<Score extends { id: string; takenAt: string }>({
  label,
  scores,
  name,
  date,
  columns,
  onDelete,
}: {
  label: string;
  scores: readonly Score[];
  /** The test's name in the labels of its controls. */
  name: (score: Score) => string;
  date: (score: Score) => ReactNode;
  columns: readonly ScoreColumn<Score>[];
  /** Without it nothing can be deleted. */
  onDelete?: (score: Score) => void;
}) {
  return (
    <div
      className="relative min-w-0 overflow-x-auto rounded-card border bg-surface"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table aria-label={label} className="w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Date
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className="px-3 py-2 text-right font-medium whitespace-nowrap">
                {header}
              </th>
            ))}
            {onDelete && (
              <th scope="col" className="w-10">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {scores.map((score) => (
            <tr key={score.id} className="border-t">
              <th scope="row" className="px-3 py-2 text-left font-medium whitespace-nowrap">
                {date(score)}
              </th>
              {columns.map(({ header, cell, strong }) => (
                <td
                  key={header}
                  className={
                    strong ? 'px-3 text-right font-semibold tabular-nums' : 'px-3 text-right tabular-nums'
                  }
                >
                  {cell(score) ?? <span className="text-muted">–</span>}
                </td>
              ))}
              {onDelete && (
                <td className="px-1">
                  <IconButton
                    label={`Delete ${label} of ${name(score)}`}
                    icon={<Trash2 />}
                    onClick={() => onDelete(score)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
