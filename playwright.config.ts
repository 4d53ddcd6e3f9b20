import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** Chromium without its own windows, where it is installed: the same pages for half the work. It takes no extensions. */
const headlessShell = [`${executablePath}-headless-shell`].find((file) => existsSync(file)) ?? executablePath;

/** Arguments without which Chromium would call home, or refuse to run as root in a container. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** End-to-end tests in real Chromium, and in Firefox where one is installed, against the real server (one a worker, see tests/e2e/server.ts). */
export default defineConfig({
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One more try on a clean machine; what needed it is printed as flaky, and is a bug to find.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  // Generous, because a busy machine is not a broken product; nothing here measures time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: headlessShell, args: CHROMIUM_ARGS },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Spinners and transitions keep a machine without a GPU busy. The project 'ui' tests components with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes half of the time again: on a clean machine only the second try does it.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'web', testDir: 'tests/e2e/web' },
    { name: 'ui', testDir: 'tests/e2e/ui', use: { contextOptions: { reducedMotion: 'no-preference' } } },
    { name: 'extension', testDir: 'tests/e2e/extension' },
    { name: 'firefox', testDir: 'tests/e2e/firefox' },
  ],
});
