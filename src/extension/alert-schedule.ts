/** The server's usual interval. */
export const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 3600;
/** Chrome fires alarms of an installed extension at most twice a minute. */
const MIN_SECONDS = 30;

/**
 * Returns the seconds until the next poll. After a success: the server's interval plus up to 20 % of jitter. After
 * failures: exponential backoff up to an hour, with jitter in the upper half, so that clients do not all retry at the
 * same moment.
 */
export function nextPollIn(
  { failures, seconds }: { failures: number; seconds: number },
  random: () => number = Math.random,
): number {
  if (failures === 0) return Math.max(MIN_SECONDS, Math.min(seconds, MAX_SECONDS)) * (1 + random() / 5);
  const longest = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds) * 2 ** Math.min(failures, 10));
  return longest * (0.5 + random() / 2);
}
