import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** Chromium's headless shell, if installed: the same pages for half the CPU time. It does not support extensions. */
const headlessShell = [`${executablePath}-headless-shell`].find((file) => existsSync(file)) ?? executablePath;

/** Without these arguments Chromium sends requests to its vendor, or refuses to run as root in a container. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Pages of tests live for seconds: compiling their code for speed, on threads of its own, costs more CPU time than it
 * saves. Not for benchmarks.
 */
export const SHORT_PAGES = '--js-flags=--no-opt --no-maglev --single-threaded --max-lazy';

/**
 * The pages of a person share a process, and Chromium starts none in advance: loading pages takes 5 percent less CPU
 * time.
 */
const SHARED_RENDERER = '--renderer-process-limit=1';

/** Tests of meeting rooms, most of them with the video of several people. */
const MEETING_ROOMS = '**/meetings/meeting-room*.spec.ts';

/**
 * End-to-end tests in real Chromium, and in Firefox if installed, against the real server (see
 * tests/e2e/server-pool.ts).
 */
export default defineConfig({
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One retry on a clean machine. Retried tests are reported as flaky, and are bugs to fix.
  retries: process.env['CI'] ? 1 : 0,
  // One more than the two cores: a test waits for a seventh of its time.
  workers: 3,
  // Generous, because machines can be busy; nothing here measures time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: headlessShell,
      args: [...CHROMIUM_ARGS, SHORT_PAGES, SHARED_RENDERER],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Spinners and transitions cost CPU time without a GPU. The project 'ui' tests components with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes half of the time again, so on a clean machine only the retry is traced.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    // One is taken before each page closes, in case that the test fails later. A retry's trace has pictures, too.
    screenshot: process.env['CI'] ? 'off' : 'only-on-failure',
  },
  projects: [
    // First, because its tests are the longest: at the end one of them would run alone.
    { name: 'extension', testDir: 'tests/e2e/extension' },
    { name: 'web', testDir: 'tests/e2e/web', testIgnore: MEETING_ROOMS, use: { serviceWorkers: 'block' } },
    { name: 'ui', testDir: 'tests/e2e/ui', use: { contextOptions: { reducedMotion: 'no-preference' } } },
    { name: 'firefox', testDir: 'tests/e2e/firefox' },
    {
      name: 'meeting-rooms',
      testDir: 'tests/e2e/web',
      testMatch: MEETING_ROOMS,
      // One at a time, because the video of one meeting can keep two cores busy.
      workers: 1,
      timeout: 420_000,
      use: { serviceWorkers: 'block' },
    },
  ],
});
