import { browser } from 'wxt/browser';

const ALARM = 'poll';
const MINUTES = 5;

/** A job that runs repeatedly; it must be cheap when nothing is new. */
export type PollingJob = () => Promise<void>;

/** Runs each job. A failing job does not stop the others and runs again next time. */
async function runAll(jobs: readonly PollingJob[]): Promise<void> {
  await Promise.allSettled(jobs.map((job) => job()));
}

/** Runs the jobs every five minutes by an alarm, which wakes the worker. Call it synchronously when it starts. */
export function pollRegularly(jobs: readonly PollingJob[]) {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void runAll(jobs);
  });
  // Alarms do not always survive a restart or an update, so each start creates it if needed.
  void browser.alarms.get(ALARM).then(async (existing) => {
    if (existing === undefined) await browser.alarms.create(ALARM, { periodInMinutes: MINUTES });
  });
}
