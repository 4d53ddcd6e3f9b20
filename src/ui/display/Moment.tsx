import { exactMoment, momentInSentence, momentInWords } from '#src/lib/dates/relative-time.ts';

/**
 * Shows a moment relative to today, or its date when it is more than a week away, with the exact time as a tooltip.
 * `inline` is for the middle of a sentence: 'today at 3:00 PM' instead of 'Today, 3:00 PM'.
 */
export function Moment({ value, inline = false }: { value: string; inline?: boolean }) {
  const moment = new Date(value);
  return (
    <time dateTime={value} title={exactMoment(moment)} className="whitespace-nowrap tabular-nums">
      {(inline ? momentInSentence : momentInWords)(moment)}
    </time>
  );
}
