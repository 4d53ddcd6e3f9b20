import { browser } from 'wxt/browser';

const ALARM = 'poll';
const MINUTES = 5;

/** Something to look after again and again while the browser runs. It must cost little when nothing is new. */
export type PollingJob = () => Promise<void>;

/** Runs each job; one that fails does not keep the others from running, and is tried again next time. */
async function runAll(jobs: readonly PollingJob[]): Promise<void> {
  await Promise.allSettled(jobs.map((job) => job()));
}

/** Runs the jobs every five minutes by an alarm, which wakes the worker. Call it synchronously when it starts. */
export function pollRegularly(jobs: readonly PollingJob[]) {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === ALARM) void runAll(jobs);
  });
  // An alarm does not always survive the browser's end or an update: each start makes sure of it.
  void browser.alarms.get(ALARM).then(async (existing) => {
    if (existing === undefined) await browser.alarms.create(ALARM, { periodInMinutes: MINUTES });
  });
}
