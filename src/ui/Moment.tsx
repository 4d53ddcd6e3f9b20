import { exactMoment, momentInWords } from '#src/lib/relative-time.ts';

/** A moment in words within a week, else its date; the exact time is a tooltip. */
export function Moment({ value }: { value: string }) {
  const moment = new Date(value);
  return (
    <time dateTime={value} title={exactMoment(moment)} className="whitespace-nowrap tabular-nums">
      {momentInWords(moment)}
    </time>
  );
}
