import { fromWallClock, toWallClock, zonedFormatter } from '#shared/kernel/time-zone.ts';

let asked = { offset: NaN, zone: '' };

/** Returns the browser's time zone. Cached, because reading it takes a slow phone a millisecond. */
function browserZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== asked.offset) asked = { offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
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
