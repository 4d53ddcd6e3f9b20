import { fromWallClock, toWallClock, zonedFormatter } from '#shared/kernel/time-zone.ts';

/** Asking the browser takes a slow phone a millisecond, and a page asks dozens of times. */
const ASK_AGAIN_MS = 10_000;

let asked = { zone: '', at: -Infinity };

function browserZone(): string {
  const now = performance.now();
  if (now - asked.at > ASK_AGAIN_MS)
    asked = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now };
  return asked.zone;
}

let readerZone: string | null = null;

/** Sets the time zone in which the signed-in person reads dates and times; null for the browser's. */
export function setTimeZone(timeZone: string | null) {
  readerZone = timeZone;
}

/** Returns the reader's time zone: their own setting, or the browser's before it is known. */
export function timeZone(): string {
  return readerZone ?? browserZone();
}

/** Returns a formatter for the browser's locale and the reader's time zone at the time of the call. */
export function readerFormat(
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): () => Intl.DateTimeFormat {
  const formatter = zonedFormatter(undefined, options);
  return () => formatter(timeZone());
}

/** Returns a date whose local fields are the reader's local time at the moment. */
export function toReaderClock(moment: Date): Date {
  return timeZone() === browserZone() ? moment : toWallClock(moment, timeZone());
}

/** Returns the moment at which the reader's clock shows the local fields of the date. */
export function fromReaderClock(wall: Date): Date {
  return timeZone() === browserZone() ? wall : fromWallClock(wall, timeZone());
}

/** Returns a date whose local fields are the reader's current local time. */
export function readerNow(): Date {
  return toReaderClock(new Date());
}
