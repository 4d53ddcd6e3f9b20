import { parseQuickAdd, type QuickAddValues } from '#shared/tasks/quick-add.ts';
import { fromReaderClock, toReaderClock } from '#src/lib/dates/reader-zone.ts';

/** Reads a quick add line; its dates and times are in the reader's time zone. */
export function parseLine(line: string, now: Date): QuickAddValues {
  const read = parseQuickAdd(line, toReaderClock(now));
  return { ...read, dueAt: read.dueAt && fromReaderClock(read.dueAt) };
}
