import {
  useTable,
  type ColumnDef,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import clsx from 'clsx';
import { useMemo, useState, type ReactNode } from 'react';
import type { MenuAction } from '../overlays/MenuPopup.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import {
  cellClass,
  type DataTableColumn,
  type Features,
  features,
  type Sort,
  tightClass,
} from './columns.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row's name in the labels of its controls. */
  rowLabel: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Renders the details below an expanded row. */
  renderExpanded?: (row: Row) => ReactNode;
  /** Buttons on hover and focus; a menu on touch screens. */
  rowActions?: (row: Row) => readonly MenuAction[];
  /** The ids of the selected rows; with onSelect each row has a checkbox. */
  selected?: ReadonlySet<string>;
  onSelect?: (ids: Set<string>) => void;
  /** Called for a click on a row outside of its links and buttons; keyboards use the row's link. */
  onOpenRow?: (row: Row) => void;
  /** Shows skeleton rows while there are none; else the old rows stay. */
  loading?: boolean;
  skeletonRows?: number;
  /** Shown when there are no rows. */
  empty?: ReactNode;
};

/**
 * A table with sortable headers, expandable rows, actions and selection. Where it has less than 672 px (a phone, or a
 * tablet with the menu), each row is a stack and the sortable headers are a strip above. Roles are explicit, because
 * CSS removes those of a stacked table.
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  rowLabel,
  sort = null,
  onSort,
  renderExpanded,
  rowActions,
  selected,
  onSelect,
  onOpenRow,
  loading = false,
  skeletonRows = 5,
  empty,
}: DataTableProps<Row>) {
  const [expanded, setExpanded] = useState<true | Record<string, boolean>>({});
  const definitions = useMemo<ColumnDef<Features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => row,
        enableSorting: column.sortable ?? false,
      })),
    [columns],
  );
  const sorting = useMemo<SortingState>(
    () => (sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : []),
    [sort],
  );
  const selection = useMemo(() => {
    const chosen: RowSelectionState = {};
    for (const id of selected ?? []) chosen[id] = true;
    return chosen;
  }, [selected]);

  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    manualSorting: true,
    manualExpanding: true,
    enableSortingRemoval: false,
    getRowCanExpand: () => Boolean(renderExpanded),
    state: {
      expanded,
      rowSelection: selection,
      sorting,
    },
    onExpandedChange: setExpanded,
    onSortingChange: (updater) => {
      const [next] = apply(updater, sorting);
      if (next) onSort?.({ column: next.id, direction: next.desc ? 'desc' : 'asc' });
    },
    onRowSelectionChange: (updater) => {
      const next = apply(updater, selection);
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });

  const selectable = onSelect !== undefined;
  const hasActions = rowActions !== undefined || renderExpanded !== undefined;
  const width = columns.length + (selectable ? 1 : 0) + (hasActions ? 1 : 0);
  const firstLoad = loading && rows.length === 0;
  const tight = tightClass(columns);

  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        className="w-full border-collapse rounded-card text-left @max-2xl:block"
      >
        <TableHead {...{ table, columns, selectable, hasActions }} />
        <tbody role="rowgroup" className="@max-2xl:block">
          {firstLoad &&
            Array.from({ length: skeletonRows }, (_, row) => (
              <tr key={row} role="row" className="border-t @max-2xl:block @max-2xl:p-3">
                {Array.from({ length: width }, (_cell, cell) => (
                  <td
                    key={cell}
                    role="cell"
                    className={clsx(cellClass, tight, cell > 1 && '@max-2xl:hidden', '@max-2xl:block')}
                  >
                    <Skeleton className="my-0.5 h-4 w-4/5 @max-2xl:my-1" />
                  </td>
                ))}
              </tr>
            ))}
          {!loading && rows.length === 0 && (
            <tr role="row" className="border-t @max-2xl:block">
              <td role="cell" colSpan={width} className="@max-2xl:block">
                {empty}
              </td>
            </tr>
          )}
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              label={rowLabel(row.original)}
              {...{ row, columns, selectable, width, rowActions, renderExpanded, onOpenRow }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function apply<Value>(updater: Updater<Value>, old: Value): Value {
  return typeof updater === 'function' ? (updater as (old: Value) => Value)(old) : updater;
}
