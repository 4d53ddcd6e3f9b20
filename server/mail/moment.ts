/** How emails and alerts write a moment in full, in the reader's time zone: 'March 31, 2027 at 8:30 PM PDT'. */
export const FULL_MOMENT = {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
