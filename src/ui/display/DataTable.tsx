import {
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as TableRow,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown, Ellipsis } from 'lucide-react';
import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { Checkbox } from '../fields/Checkbox.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { Menu } from '../overlays/Menu.tsx';
import type { MenuAction } from '../overlays/MenuPopup.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';

/** One column: its header and the content of its cells. */
export type DataTableColumn<Row> = {
  id: string;
  header: string;
  /** Returns null for an empty cell: a dash, left out of a stacked row. */
  cell: (row: Row) => ReactNode;
  /** Makes the header a button that sorts. */
  sortable?: boolean;
  /** The row's name: bold, wraps, and comes first in a stacked row. */
  primary?: boolean;
  /** How a stacked row shows it: hidden, or without its header. */
  stacked?: 'hidden' | 'value';
  /** In the corner of a stacked row: a switch that needs no label. */
  corner?: boolean;
  /** Left out of a table between 672 and 960 px, which has no room for it. */
  wide?: boolean;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
};

/** The sort order of a list; the server sorts. */
export type Sort = { column: string; direction: 'asc' | 'desc' };

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

const features = tableFeatures({ rowSortingFeature, rowExpandingFeature, rowSelectionFeature });
type Features = typeof features;

const cellClass = 'px-3 py-2.5 align-middle @max-2xl:p-0';

/** Makes room for the wide columns where they have just enough: their badges and times do not wrap. */
const tightClass = '@min-[60rem]:@max-[64rem]:px-2';

/**
 * A table with sortable headers, expandable rows, actions and selection. Where it has less than 672 px (a phone,
 * or a tablet with the menu), each row is a stack and the sortable headers are a strip above. Explicit roles, because CSS removes those of a stacked table.
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

  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const visible = table.getRowModel().rows;
  const width = columns.length + (onSelect ? 1 : 0) + (rowActions || renderExpanded ? 1 : 0);
  const firstLoad = loading && rows.length === 0;
  const tight = columns.some(({ wide }) => wide) && tightClass;

  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        className="w-full border-collapse rounded-card text-left @max-2xl:block"
      >
        <thead
          role="rowgroup"
          className={clsx(
            '@max-2xl:block',
            !onSelect && !columns.some(({ sortable }) => sortable) && '@max-2xl:sr-only',
          )}
        >
          <tr
            role="row"
            className="text-xs text-muted @max-2xl:relative @max-2xl:flex @max-2xl:gap-1 @max-2xl:overflow-x-auto @max-2xl:border-b @max-2xl:px-2 @max-2xl:py-1"
          >
            {onSelect && (
              <th role="columnheader" scope="col" className={clsx(headClass, tight, 'w-10')}>
                <Checkbox
                  label="Select all rows"
                  hideLabel
                  checked={visible.length > 0 && table.getIsAllRowsSelected()}
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
                  aria-sort={
                    column.sortable
                      ? sorted
                        ? sorted === 'asc'
                          ? 'ascending'
                          : 'descending'
                        : 'none'
                      : undefined
                  }
                  className={clsx(
                    headClass,
                    tight,
                    column.numeric && 'text-right',
                    column.wide && '@2xl:@max-[60rem]:hidden',
                    !column.sortable && '@max-2xl:sr-only',
                  )}
                >
                  {column.sortable ? (
                    <button
                      type="button"
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
            {(rowActions || renderExpanded) && (
              <th role="columnheader" scope="col" className={clsx(headClass, tight, '@max-2xl:sr-only')}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
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
          {visible.map((row) => (
            <Fragment key={row.id}>
              <tr
                role="row"
                aria-selected={onSelect ? row.getIsSelected() : undefined}
                onClick={(event) => {
                  if (!(event.target as Element).closest('a, button, input, label'))
                    onOpenRow?.(row.original);
                }}
                className={clsx(
                  'group/row border-t transition-colors @max-2xl:relative @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:p-3',
                  row.getIsSelected() ? 'bg-accent-soft' : 'hover:bg-hover/60',
                  onOpenRow && 'cursor-pointer',
                )}
              >
                {onSelect && (
                  <td role="cell" className={clsx(cellClass, tight, '@max-2xl:order-first')}>
                    <Checkbox
                      label={`Select ${rowLabel(row.original)}`}
                      hideLabel
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {columns.map((column) => {
                  const content = column.cell(row.original);
                  return (
                    <td
                      key={column.id}
                      role="cell"
                      className={clsx(
                        cellClass,
                        tight,
                        column.primary
                          ? 'font-medium wrap-anywhere @max-2xl:order-first @max-2xl:min-w-0 @max-2xl:flex-1 @max-2xl:basis-[calc(100%-3rem)] @max-2xl:pr-24'
                          : 'text-text @max-2xl:text-sm',
                        column.numeric && 'text-right tabular-nums',
                        column.wide && '@2xl:@max-[60rem]:hidden',
                        (content === null || column.stacked === 'hidden') && '@max-2xl:hidden',
                        column.corner && '@max-2xl:absolute @max-2xl:top-1.5 @max-2xl:right-2',
                      )}
                    >
                      {!column.primary && !column.corner && column.stacked === undefined && (
                        <span aria-hidden className="mr-1.5 text-xs text-muted @2xl:hidden">
                          {column.header}
                        </span>
                      )}
                      {content ?? <span className="text-muted">–</span>}
                    </td>
                  );
                })}
                {(rowActions || renderExpanded) && (
                  <td
                    role="cell"
                    className={clsx(
                      cellClass,
                      tight,
                      'w-0 py-1 @max-2xl:absolute @max-2xl:top-1.5 @max-2xl:right-2 @max-2xl:w-auto',
                    )}
                  >
                    <div className="flex items-center justify-end">
                      {rowActions && (
                        <RowActions actions={rowActions(row.original)} label={rowLabel(row.original)} />
                      )}
                      {renderExpanded && <ExpandButton row={row} label={rowLabel(row.original)} />}
                    </div>
                  </td>
                )}
              </tr>
              {renderExpanded && row.getIsExpanded() && (
                <tr role="row" id={`expanded-${row.id}`} className="@max-2xl:block">
                  <td role="cell" colSpan={width} className="px-3 pb-4 @max-2xl:block @2xl:pl-9">
                    {renderExpanded(row.original)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const headClass =
  'sticky top-12 z-10 bg-surface px-3 py-2.5 font-medium first:rounded-tl-card last:rounded-tr-card @max-2xl:static @max-2xl:flex @max-2xl:items-center @max-2xl:p-0';

function apply<Value>(updater: Updater<Value>, old: Value): Value {
  return typeof updater === 'function' ? (updater as (old: Value) => Value)(old) : updater;
}

function SortMark({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  if (sorted === 'asc') return <ArrowUp aria-hidden className="size-3.5 shrink-0" />;
  if (sorted === 'desc') return <ArrowDown aria-hidden className="size-3.5 shrink-0" />;
  return (
    <ChevronsUpDown
      aria-hidden
      className="size-3.5 shrink-0 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 @max-2xl:opacity-60 pointer-coarse:opacity-60"
    />
  );
}

function RowActions({ actions, label }: { actions: readonly MenuAction[]; label: string }) {
  if (actions.length === 0) return null;
  const buttons = actions.filter((action) => action.icon);
  return (
    <>
      {/* Touch screens cannot hover and phones have no room: they get the actions as a menu, as do actions without an icon. */}
      <div className="flex opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 @max-2xl:hidden pointer-coarse:hidden">
        {buttons.map((action) => (
          <IconButton
            key={action.label}
            label={action.label}
            icon={action.icon!}
            disabledReason={action.disabledReason}
            onClick={action.onSelect}
            className={action.danger ? 'not-aria-disabled:hover:text-danger' : undefined}
          />
        ))}
      </div>
      <div className={buttons.length === actions.length ? '@2xl:pointer-fine:hidden' : undefined}>
        <Menu trigger={<IconButton label={`Actions for ${label}`} icon={<Ellipsis />} />} actions={actions} />
      </div>
    </>
  );
}

function ExpandButton<Row extends RowData>({ row, label }: { row: TableRow<Features, Row>; label: string }) {
  const open = row.getIsExpanded();
  return (
    <IconButton
      label={`${open ? 'Hide' : 'Show'} details of ${label}`}
      aria-expanded={open}
      aria-controls={open ? `expanded-${row.id}` : undefined}
      icon={<ChevronDown className={clsx('transition-transform', open ? 'rotate-0' : '-rotate-90')} />}
      onClick={() => row.toggleExpanded()}
    />
  );
}
