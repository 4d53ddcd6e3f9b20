/** Dates and times in any time zone. Free of libraries, so that the popup can import it. */

/** A cache of valid names: each check creates a formatter. */
const knownZones = new Set<string>();

/**
 * Returns whether the name is an IANA time zone that this runtime knows: 'UTC' or a name with a region. Short names
 * such as 'AGT' are refused, because PostgreSQL does not know all of them.
 */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (name.length > 64 || !/^(UTC|[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    if (knownZones.size < 1_000) knownZones.add(name);
    return true;
  } catch {
    return false;
  }
}

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;

/**
 * Returns formatters by time zone; an unknown zone counts as UTC. Formatters are cached, because they are slow to
 * create.
 * @param locale undefined for the browser's locale
 */
export function zonedFormatter(
  locale: string | undefined,
  options: Options,
): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const create = (timeZone: string): Intl.DateTimeFormat => {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone });
    } catch {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    }
  };
  return (timeZone) => {
    let formatter = formatters.get(timeZone);
    if (formatter === undefined) {
      if (formatters.size >= 1_000) formatters.clear();
      formatter = create(timeZone);
      formatters.set(timeZone, formatter);
    }
    return formatter;
  };
}

const isoDate = zonedFormatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const clock = zonedFormatter('en-CA', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Returns the calendar date in a time zone at a moment, as yyyy-MM-dd. */
export function dateIn(timeZone: string, moment: Date): string {
  return isoDate(timeZone).format(moment);
}

/** Returns how many calendar days a moment is after `now` in a time zone; negative before. */
export function daysFrom(now: Date, moment: Date, timeZone: string): number {
  return (Date.parse(dateIn(timeZone, moment)) - Date.parse(dateIn(timeZone, now))) / 86_400_000;
}

/** Returns how far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const date = new Date(moment);
  const wall = Date.parse(`${dateIn(timeZone, date)}T${clock(timeZone).format(date)}Z`);
  return wall - Math.floor(moment / 1000) * 1000;
}

/** Returns a date whose local fields (year, day, hours) are those of the moment in a time zone. */
export function toWallClock(moment: Date, timeZone: string): Date {
  const wall = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone));
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
    wall.getUTCMilliseconds(),
  );
}

/** Returns the moment at which clocks of a time zone show the local fields of the date. */
export function fromWallClock(wall: Date, timeZone: string): Date {
  const utc = Date.UTC(
    wall.getFullYear(),
    wall.getMonth(),
    wall.getDate(),
    wall.getHours(),
    wall.getMinutes(),
    wall.getSeconds(),
    wall.getMilliseconds(),
  );
  // The offset on this side of a clock change can differ from the one at `utc`.
  return new Date(utc - offsetAt(utc - offsetAt(utc, timeZone), timeZone));
}
