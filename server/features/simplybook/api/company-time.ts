/** Converts the times of SimplyBook.me, which have no time zone: they are local times of the company. */
import { momentOf, wallTimeOf } from '#shared/booking/local-time.ts';

/** Converts a local time of the company to a moment; null for a time that a clock change skips. */
export function fromCompanyTime(text: string, timeZone: string): Date | null {
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(11).split(':').map(Number);
  const moment = momentOf(text.slice(0, 10), hours * 60 + minutes, timeZone);
  return moment === null ? null : new Date(moment + seconds * 1000);
}

/** Converts a moment to the local time of the company. */
export function toCompanyTime(moment: Date, timeZone: string): string {
  const { day, minute } = wallTimeOf(moment.getTime(), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
}
