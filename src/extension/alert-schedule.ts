const LONGEST = 3600;
/** Chrome fires alarms of an installed extension at most twice a minute. */
const SHORTEST = 30;

/**
 * Returns the seconds until the next poll. After a success: the server's interval plus up to 20 % of jitter. After
 * failures: exponential backoff up to an hour, with jitter in the upper half, so that clients do not all retry at the
 * same moment.
 */
export function nextPollIn(
  { failures, seconds }: { failures: number; seconds: number },
  random: () => number = Math.random,
): number {
  if (failures === 0) return Math.max(SHORTEST, Math.min(seconds, LONGEST)) * (1 + random() / 5);
  const longest = Math.min(LONGEST, Math.max(SHORTEST, seconds) * 2 ** Math.min(failures, 10));
  return longest * (0.5 + random() / 2);
}
