/**
 * How soon pages appear on a mid-range phone: 4 times slower CPU, 1.6 Mbit/s and 150 ms latency. The first visit has
 * nothing on the device; the next one begins when the service worker has stored the app. Prints the result next to the
 * stored one of the previous commit, and stores it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { ensureBuilt } from '../scripts/ensure-built.ts';
import { startServerProcess, type TestServer } from '../tests/e2e/server.ts';

/**
 * The largest paint, the blocking time after the first content (both in ms), the layout shift, and the requests before
 * the first content.
 */
interface FirstLoad {
  paint: number;
  blocking: number;
  shift: number;
  requests: number;
}
type Results = Record<string, FirstLoad>;

const STORED = path.join(import.meta.dirname, 'first-load.json');
const PAGES = { dashboard: '/', colleges: '/roadmap/colleges/', tasks: '/tasks/', notes: '/notes/' } as const;
const ROUNDS = 3;
/** How long to wait until the page has loaded everything that it loads without interaction. */
const LOAD_MS = 8000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

interface Seen {
  paint: number;
  shift: number;
  tasks: { startTime: number; duration: number }[];
}

/** Records what the browser reports about the load of each page. */
function observe() {
  const seen: Seen = { paint: 0, shift: 0, tasks: [] };
  Object.assign(window, { firstLoad: seen });
  const on = (type: string, handle: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) handle(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime));
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  on('layout-shift', ({ value }) => (seen.shift += value));
}

async function load(context: BrowserContext, url: string): Promise<FirstLoad> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  // Waits without a locator, whose script would count as a long task of the page.
  await page.waitForTimeout(LOAD_MS);
  const result = await page.evaluate(() => {
    const { tasks, ...seen } = (window as unknown as { firstLoad: Seen }).firstLoad;
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const requests = performance.getEntriesByType('resource').filter((entry) => entry.startTime < first);
    // As in the metric 'total blocking time'.
    const blocking = tasks
      .filter(({ startTime, duration }) => startTime + duration > first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { ...seen, blocking, requests: requests.length + 1 };
  });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
  return result;
}

const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function median(loads: readonly FirstLoad[]): FirstLoad {
  const of = (key: keyof FirstLoad) => middle(loads.map((load) => load[key]));
  return {
    paint: Math.round(of('paint')),
    blocking: Math.round(of('blocking')),
    shift: Number(of('shift').toFixed(3)),
    requests: of('requests'),
  };
}

async function measure(browser: Browser, server: TestServer): Promise<Results> {
  const results: Results = {};
  for (const [name, address] of Object.entries(PAGES)) {
    const cold: FirstLoad[] = [];
    const warm: FirstLoad[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.restore();
      const student = server.sessions.find(({ email }) => email.startsWith('student'));
      const context = await browser.newContext(PHONE);
      await context.addInitScript(observe);
      await context.addCookies(
        (student?.cookies ?? []).map((cookie) => ({
          ...cookie,
          domain: 'localhost',
          sameSite: 'Lax' as const,
        })),
      );
      cold.push(await load(context, server.url + address));
      warm.push(await load(context, server.url + address));
      await context.close();
    }
    results[`${name}, first visit`] = median(cold);
    results[`${name}, next visit`] = median(warm);
  }
  return results;
}

/** Measures the first and the next visit of four pages of a student. */
export async function bench(): Promise<void> {
  ensureBuilt();
  const server = await startServerProcess({}, { entry: 'tests/e2e/server-process.ts' });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
  try {
    const results = await measure(browser, server);
    const before = existsSync(STORED)
      ? (JSON.parse(readFileSync(STORED, 'utf8')) as { commit: string; results: Results })
      : null;
    console.log(`\nFirst load on a phone; before: ${before?.commit ?? 'not measured'}`);
    console.table(
      Object.fromEntries(
        Object.entries(results).map(([name, now]) => {
          const old = before?.results[name];
          return [
            name,
            {
              'paint ms': now.paint,
              before: old?.paint,
              'blocking ms': now.blocking,
              shift: now.shift,
              requests: now.requests,
              'requests before': old?.requests,
            },
          ];
        }),
      ),
    );
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    writeFileSync(STORED, `${JSON.stringify({ commit, results }, null, 2)}\n`);
  } finally {
    await browser.close();
    await server.stop();
  }
}
