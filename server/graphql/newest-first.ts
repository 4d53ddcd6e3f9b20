import { invalid } from '#shared/kernel/errors.ts';
import { type CursorValues, decodeCursor } from './connection.ts';

/** Where a page begins, in a list that has the newest first. */
export interface NewestFirst {
  createdAt: Date;
  pk: number;
}

/** The cursor of a row of such a list. */
export function newestFirstCursor({ createdAt, pk }: NewestFirst): CursorValues {
  return [createdAt.toISOString(), pk];
}

/**
 * The row that such a cursor names.
 * @throws AppError INVALID_INPUT for a cursor of another list
 */
export function readNewestFirst(cursor: string): NewestFirst {
  const [createdAt, pk] = decodeCursor(cursor, 2);
  const date = new Date(typeof createdAt === 'string' ? createdAt : Number.NaN);
  if (Number.isNaN(date.getTime()) || !Number.isInteger(pk)) {
    throw invalid('after', 'This page marker does not belong to the list.');
  }
  return { createdAt: date, pk: pk as number };
}
