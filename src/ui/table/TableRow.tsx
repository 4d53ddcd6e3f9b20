import type { Row as LibraryRow, RowData } from '@tanstack/react-table';
import clsx from 'clsx';
import { ChevronDown, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import { Menu } from '../overlays/Menu.tsx';
import type { MenuAction } from '../overlays/MenuPopup.tsx';
import { cellClass, type DataTableColumn, type Features, tightClass, WIDE_CLASS } from './columns.ts';

/** One row of a table, with its details below when it is expanded. */
export function TableRow<Row extends RowData>({
  row,
  columns,
  label,
  selectable,
  width,
  rowActions,
  renderExpanded,
  onOpenRow,
}: {
  row: LibraryRow<Features, Row>;
  columns: readonly DataTableColumn<Row>[];
  /** The row's name in the labels of its controls. */
  label: string;
  selectable: boolean;
  /** The number of columns, with those of the checkbox and the actions. */
  width: number;
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  renderExpanded?: ((row: Row) => ReactNode) | undefined;
  onOpenRow?: ((row: Row) => void) | undefined;
}) {
  const tight = tightClass(columns);
  return (
    <>
      <tr
        role="row"
        aria-selected={selectable ? row.getIsSelected() : undefined}
        onClick={(event) => {
          if (!(event.target as Element).closest('a, button, input, label')) onOpenRow?.(row.original);
        }}
        className={clsx(
          'group/row border-t transition-colors @max-2xl:relative @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:p-3',
          row.getIsSelected() ? 'bg-accent-soft' : 'hover:bg-hover/60',
          onOpenRow && 'cursor-pointer',
        )}
      >
        {selectable && (
          <td role="cell" className={clsx(cellClass, tight, '@max-2xl:order-first')}>
            <Checkbox
              label={`Select ${label}`}
              hideLabel
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          </td>
        )}
        {columns.map((column) => (
          <TableCell key={column.id} column={column} className={tight}>
            {column.cell(row.original)}
          </TableCell>
        ))}
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
              {rowActions && <RowActions actions={rowActions(row.original)} label={label} />}
              {renderExpanded && <ExpandButton row={row} label={label} />}
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
    </>
  );
}

/** A cell, which names its column in a stacked row. */
function TableCell<Row>({
  column,
  className,
  children,
}: {
  column: DataTableColumn<Row>;
  className: string | false;
  children: ReactNode;
}) {
  return (
    <td
      role="cell"
      className={clsx(
        cellClass,
        className,
        column.primary
          ? 'font-medium wrap-anywhere @max-2xl:order-first @max-2xl:min-w-0 @max-2xl:flex-1 @max-2xl:basis-[calc(100%-3rem)] @max-2xl:pr-24'
          : 'text-text @max-2xl:text-sm',
        column.numeric && 'text-right tabular-nums',
        column.wide && WIDE_CLASS,
        (children === null || column.stacked === 'hidden') && '@max-2xl:hidden',
        column.corner && '@max-2xl:absolute @max-2xl:top-1.5 @max-2xl:right-2',
      )}
    >
      {!column.primary && !column.corner && column.stacked === undefined && (
        <span aria-hidden className="mr-1.5 text-xs text-muted @2xl:hidden">
          {column.header}
        </span>
      )}
      {children ?? <span className="text-muted">–</span>}
    </td>
  );
}

function RowActions({ actions, label }: { actions: readonly MenuAction[]; label: string }) {
  if (actions.length === 0) return null;
  const buttons = actions.filter((action) => action.icon);
  return (
    <>
      {/* Touch screens and phones get a menu: they cannot hover or have no room. So do actions without an icon. */}
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

function ExpandButton<Row extends RowData>({
  row,
  label,
}: {
  row: LibraryRow<Features, Row>;
  label: string;
}) {
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
