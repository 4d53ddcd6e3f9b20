import type { ReactTable, RowData } from '@tanstack/react-table';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Checkbox } from '../fields/Checkbox.tsx';
import { type DataTableColumn, type Features, tightClass, WIDE_CLASS } from './columns.ts';

type Sorted = false | 'asc' | 'desc';

const headClass =
  'sticky top-12 z-10 bg-surface px-3 py-2.5 font-medium first:rounded-tl-card last:rounded-tr-card @max-2xl:static @max-2xl:flex @max-2xl:items-center @max-2xl:p-0';

/** The headers of a table. Above stacked rows only the sortable ones are visible, as a strip. */
export function TableHead<Row extends RowData>({
  table,
  columns,
  selectable,
  hasActions,
}: {
  table: ReactTable<Features, Row>;
  columns: readonly DataTableColumn<Row>[];
  selectable: boolean;
  /** Whether rows have actions or details, which take a column. */
  hasActions: boolean;
}) {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const tight = tightClass(columns);
  return (
    <thead
      role="rowgroup"
      className={clsx(
        '@max-2xl:block',
        !selectable && !columns.some(({ sortable }) => sortable) && '@max-2xl:sr-only',
      )}
    >
      <tr
        role="row"
        className="text-xs text-muted @max-2xl:relative @max-2xl:flex @max-2xl:gap-1 @max-2xl:overflow-x-auto @max-2xl:border-b @max-2xl:px-2 @max-2xl:py-1"
      >
        {selectable && (
          <th role="columnheader" scope="col" className={clsx(headClass, tight, 'w-10')}>
            <Checkbox
              label="Select all rows"
              hideLabel
              checked={table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
          </th>
        )}
        {headers.map((header, index) => {
          const column = columns[index];
          if (!column) return null;
          const sorted = header.column.getIsSorted();
          return (
            <th
              key={header.id}
              role="columnheader"
              scope="col"
              aria-sort={column.sortable ? ariaSort(sorted) : undefined}
              className={clsx(
                headClass,
                tight,
                column.numeric && 'text-right',
                column.wide && WIDE_CLASS,
                !column.sortable && '@max-2xl:sr-only',
              )}
            >
              {column.sortable ? (
                <button
                  type="button"
                  // New rows can move the column while the button is pressed: the click still belongs to it.
                  onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                  onClick={() => header.column.toggleSorting(sorted === 'asc')}
                  className={clsx(
                    'touch-target group/sort -mx-1.5 inline-flex h-6 items-center gap-1 rounded-control px-1.5 text-left transition-colors hover:bg-hover hover:text-text @max-2xl:mx-0 @max-2xl:h-8 @max-2xl:px-1 @max-2xl:whitespace-nowrap',
                    sorted && 'text-text',
                  )}
                >
                  {column.header}
                  <SortMark sorted={sorted} />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
        {hasActions && (
          <th role="columnheader" scope="col" className={clsx(headClass, tight, '@max-2xl:sr-only')}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function ariaSort(sorted: Sorted) {
  if (sorted === false) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}

function SortMark({ sorted }: { sorted: Sorted }) {
  if (sorted === 'asc') return <ArrowUp aria-hidden className="size-3.5 shrink-0" />;
  if (sorted === 'desc') return <ArrowDown aria-hidden className="size-3.5 shrink-0" />;
  return (
    <ChevronsUpDown
      aria-hidden
      className="size-3.5 shrink-0 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 @max-2xl:opacity-60 pointer-coarse:opacity-60"
    />
  );
}
