import { periodInWords, timeInWords } from '#src/lib/dates/relative-time.ts';

/** Formats the time of a meeting: 'Now, until 4:45 PM', or 'Tomorrow, 4:00 – 4:45 PM'. */
export function meetingTimeText(
  meeting: { startsAt: string; endsAt: string },
  now: Date = new Date(),
): { isNow: boolean; text: string } {
  const [start, end] = [new Date(meeting.startsAt), new Date(meeting.endsAt)];
  const isNow = start <= now && now < end;
  return { isNow, text: isNow ? `Now, until ${timeInWords(end)}` : periodInWords(start, end, now) };
}
