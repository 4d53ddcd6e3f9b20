import { fromWallClock, toWallClock } from '#shared/kernel/time-zone.ts';

/** The time zone in which the demo people live. */
export const DEMO_TIME_ZONE = 'America/Los_Angeles';

/** Returns a time of day some days from now, on the clocks of the demo people. */
export function demoTime(now: Date, days: number, hour: number, minute = 0): Date {
  const today = toWallClock(now, DEMO_TIME_ZONE);
  return fromWallClock(
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour, minute),
    DEMO_TIME_ZONE,
  );
}

/** Returns the next time that the demo people's clocks show an hour. */
export function nextDemoTime(now: Date, hour: number): Date {
  const today = demoTime(now, 0, hour);
  return today.getTime() > now.getTime() ? today : demoTime(now, 1, hour);
}
