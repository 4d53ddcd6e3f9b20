import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';

/** The maximum wait: a new note must also open when the network hangs. */
const MAX_WAIT_MS = 3000;

/**
 * Loads the upcoming meetings for a new meeting note, which contains the date of the next one. The editor
 * captures its initial text, so it must not be mounted before the meetings are known.
 * @param isNew whether a new note is written; false loads nothing
 * @returns undefined until the meetings are loaded, failed to load or took too long; from then on a list,
 * possibly empty, because the mounted editor must stay when the meetings are requested again
 */
export function useUpcomingMeetings(isNew: boolean, count: number): readonly BookedMeeting[] | undefined {
  const { data, failureCount } = useQuery({ ...meetingQueries.list('UPCOMING', count), enabled: isNew });
  const [isDone, setDone] = useState(false);
  if (!isNew && isDone) setDone(false);
  // Does not wait for retries, because the person can enter the date.
  if (isNew && !isDone && (data !== undefined || failureCount > 0)) setDone(true);
  const waits = isNew && !isDone;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setDone(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return waits ? undefined : (data ?? []);
}
