import {
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

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

/** The parts of the table library that our tables use. */
export const features = tableFeatures({ rowSortingFeature, rowExpandingFeature, rowSelectionFeature });
export type Features = typeof features;

/** The padding of every cell. */
export const cellClass = 'px-3 py-2.5 align-middle @max-2xl:p-0';

/** Makes room for the wide columns where they have just enough: their badges and times do not wrap. */
export function tightClass(columns: readonly Pick<DataTableColumn<never>, 'wide'>[]): string | false {
  return columns.some(({ wide }) => wide) && '@min-[60rem]:@max-[64rem]:px-2';
}

/** Hides a wide column in a table that has no room for it. */
export const WIDE_CLASS = '@2xl:@max-[60rem]:hidden';
