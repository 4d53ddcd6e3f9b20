import { dateIn, zonedFormatter } from '#shared/kernel/time-zone.ts';
import { readerFormat, timeZone } from '#src/lib/dates/reader-zone.ts';

const day = readerFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const dayAndTime = readerFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const time = zonedFormatter(undefined, { hour: 'numeric', minute: '2-digit' });
const weekdayAndTime = zonedFormatter(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
const zoneName = zonedFormatter(undefined, { timeZoneName: 'longGeneric' });

/** Formats the day of a slot: 'Wednesday, December 2'. */
export function slotDay(moment: Date): string {
  return day().format(moment);
}

/** Formats a slot with its day. */
export function slotText(moment: Date): string {
  return dayAndTime().format(moment);
}

/** Formats the time of a slot in the reader's zone. */
export function slotTime(moment: Date): string {
  return time(timeZone()).format(moment);
}

/** Formats the times of a meeting: '3:00 – 4:00 PM'. */
export function timeRangeText({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const isSameDay = dateIn(timeZone(), start) === dateIn(timeZone(), end);
  // `formatRange` would add the dates of a meeting that ends at midnight.
  return isSameDay
    ? time(timeZone()).formatRange(start, end)
    : `${time(timeZone()).format(start)} – ${time(timeZone()).format(end)}`;
}

/** Returns the city of a time zone's name: 'New York' for 'America/New_York'. */
function cityOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

/** Returns the name of a time zone: 'Pacific Time (Los Angeles)'. */
export function zoneText(zone: string): string {
  const name = zoneName(zone)
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  const city = cityOf(zone);
  return name === undefined || name === city ? city : `${name} (${city})`;
}

/**
 * Formats a moment in another time zone, with the weekday if it differs from the reader's: '7:00 PM in Berlin'.
 * @returns null when clocks there show the same time
 */
export function timeElsewhere(moment: Date, zone: string): string | null {
  const isSameDay = dateIn(zone, moment) === dateIn(timeZone(), moment);
  const there = time(zone).format(moment);
  if (isSameDay && there === slotTime(moment)) return null;
  return `${isSameDay ? there : weekdayAndTime(zone).format(moment)} in ${cityOf(zone)}`;
}
