import { exactMoment, momentInWords } from '#src/lib/dates/relative-time.ts';

/** Shows a moment relative to today, or its date when it is more than a week away, with the exact time as a tooltip. */
export function Moment({ value }: { value: string }) {
  const moment = new Date(value);
  return (
    <time dateTime={value} title={exactMoment(moment)} className="whitespace-nowrap tabular-nums">
      {momentInWords(moment)}
    </time>
  );
}
