import { z } from 'zod';
import { invalid } from '#shared/kernel/errors.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import { isStorable } from '#shared/kernel/text.ts';

/** A primary key in a cursor. */
export const cursorPk = z.int().min(0).max(MAX_PK);

/** A timestamp in a cursor: ISO 8601 in UTC with milliseconds and a four-digit year, the sort key of lists. */
export const cursorMoment = z.iso.datetime({ precision: 3 }).refine((moment) => moment >= '0001');

/** A text in a cursor. */
export const cursorText = z.string().refine(isStorable);

type CursorValue = string | number | boolean | null;

/** Encodes and decodes the cursors of one list in one sort order. */
export interface Cursor<Values extends readonly CursorValue[]> {
  encode(values: Values): string;
  /**
   * Returns the values of a cursor; null without one.
   * @throws AppError INVALID_INPUT for an invalid cursor, or one of another list or order
   */
  decode(cursor: string | null | undefined): Values | null;
}

const MAX_LENGTH = 2000;

/**
 * Creates the cursor codec of a list: the sort values of a row, its primary key last.
 * @param order the list and its sort order, such as `notes -updatedAt`; cursors of another one are rejected
 * @param field the input field of the error
 * @example const completed = cursor('completed tasks', z.tuple([cursorMoment, cursorPk]));
 */
export function cursor<Schema extends z.ZodType<readonly CursorValue[]>>(
  order: string,
  schema: Schema,
  { field = 'after' }: { field?: string } = {},
): Cursor<z.output<Schema>> {
  return {
    encode: (values) => Buffer.from(JSON.stringify([order, ...values])).toString('base64url'),
    decode(text) {
      if (text === null || text === undefined) return null;
      const [orderOfCursor, ...values] = readArray(text);
      const result = schema.safeParse(values);
      if (orderOfCursor !== order || !result.success) {
        throw invalid(field, 'This cursor belongs to another list or sort order.');
      }
      return result.data;
    },
  };
}

function readArray(cursorText: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursorText.slice(0, MAX_LENGTH), 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** Creates a cursor codec for each sort order of a list. */
export function cursorsByOrder<Order extends string, Values extends readonly CursorValue[]>(
  list: string,
  orders: readonly Order[],
  schemaOf: (order: Order) => z.ZodType<Values>,
): Readonly<Record<Order, Cursor<Values>>> {
  return Object.fromEntries(
    orders.map((order) => [order, cursor(`${list} ${order}`, schemaOf(order))]),
  ) as unknown as Record<Order, Cursor<Values>>;
}

/** The sort values of a list with the newest entry first. */
export type NewestFirst = [createdAt: string, pk: number];

/** Creates the cursor codec of a list with the newest entry first. */
export function newestFirstCursor(list: string) {
  const codec: Cursor<NewestFirst> = cursor(`${list} -createdAt`, z.tuple([cursorMoment, cursorPk]));
  return {
    decode: codec.decode,
    of: ({ createdAt, pk }: { createdAt: Date; pk: number }) => codec.encode([createdAt.toISOString(), pk]),
  };
}
