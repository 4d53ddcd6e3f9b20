const LONGEST = 3600;
/** Chrome fires alarms of an installed extension at most twice a minute. */
const SHORTEST = 30;

/**
 * Returns the seconds until the next poll. After success: what the server asks for plus up to a fifth, so that a million
 * extensions that started at once spread out. After failures: doubled each time up to an hour, at a random point in the
 * upper half, so that they do not all return at the same moment as the server.
 */
export function nextPollIn(
  { failures, seconds }: { failures: number; seconds: number },
  random: () => number = Math.random,
): number {
  if (failures === 0) return Math.max(SHORTEST, Math.min(seconds, LONGEST)) * (1 + random() / 5);
  const longest = Math.min(LONGEST, Math.max(SHORTEST, seconds) * 2 ** Math.min(failures, 10));
  return longest * (0.5 + random() / 2);
}
