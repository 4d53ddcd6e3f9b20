import clsx from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';

/** One column of scores. */
export interface ScoreColumn<Score> {
  header: string;
  cell: (score: Score) => ReactNode;
  strong?: boolean;
}

/**
 * Tests as rows, their sections as columns. In a narrow container each test becomes a card with its scores. Roles are
 * explicit, because a stacked table loses its implicit ones.
 */
export function ScoreTable<Score extends { id: string; takenAt: string }>({
  label,
  scores,
  name,
  date,
  columns,
  onEdit,
  onDelete,
}: {
  label: string;
  scores: readonly Score[];
  /** The test's name in the labels of its controls. */
  name: (score: Score) => string;
  date: (score: Score) => ReactNode;
  columns: readonly ScoreColumn<Score>[];
  /** Missing when the viewer can only read. */
  onEdit: ((score: Score) => void) | undefined;
  onDelete: ((score: Score) => void) | undefined;
}) {
  return (
    <div className="@container rounded-card border bg-surface">
      <table role="table" aria-label={label} className="w-full text-sm @max-2xl:block">
        <thead role="rowgroup" className="text-xs text-muted @max-2xl:sr-only">
          <tr role="row">
            <th role="columnheader" scope="col" className="px-3 py-2 text-left font-medium">
              Date
            </th>
            {columns.map(({ header }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className="px-3 py-2 text-right font-medium whitespace-nowrap"
              >
                {header}
              </th>
            ))}
            {onEdit && onDelete && (
              <th role="columnheader" scope="col" className="w-20">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-2xl:block">
          {scores.map((score) => (
            <tr
              key={score.id}
              role="row"
              className="border-t @max-2xl:relative @max-2xl:grid @max-2xl:grid-cols-3 @max-2xl:gap-x-3 @max-2xl:gap-y-2 @max-2xl:p-3 @max-2xl:first:border-t-0"
            >
              <th
                role="rowheader"
                scope="row"
                className="px-3 py-2 text-left font-medium whitespace-nowrap @max-2xl:col-span-3 @max-2xl:p-0"
              >
                {date(score)}
              </th>
              {columns.map(({ header, cell, strong }) => {
                const content = cell(score);
                return (
                  <td
                    key={header}
                    role="cell"
                    className={clsx(
                      'px-3 text-right tabular-nums @max-2xl:self-end @max-2xl:p-0 @max-2xl:text-left',
                      strong && 'font-semibold',
                      content === null && '@max-2xl:hidden',
                    )}
                  >
                    <span aria-hidden className="block text-xs font-normal text-muted @2xl:hidden">
                      {header}
                    </span>
                    {content ?? <span className="text-muted">–</span>}
                  </td>
                );
              })}
              {onEdit && onDelete && (
                <td
                  role="cell"
                  className="px-1 text-right whitespace-nowrap @max-2xl:absolute @max-2xl:top-1 @max-2xl:right-1 @max-2xl:p-0"
                >
                  <IconButton
                    label={`Edit ${label} of ${name(score)}`}
                    icon={<Pencil />}
                    onClick={() => onEdit(score)}
                  />
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
