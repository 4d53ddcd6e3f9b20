/** The `test` of every end-to-end test: a restored server, signed-in pages, and no unexpected console line. */
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { findViolations } from '../helpers/browser/axe.ts';
import type { PreparedSession } from './server.ts';
import { openServer, type PooledServer } from './server-pool.ts';

export type DemoPerson = 'student' | 'parent' | 'mentor' | 'staff';

export function demoEmail(person: DemoPerson): string {
  return (DEMO_ACCOUNTS.find(({ email }) => email.startsWith(person)) as { email: string }).email;
}

/** Lines of the console that tests cause on purpose: responses with a 4xx status, and cut connections. */
const EXPECTED = /Failed to load resource|net::ERR_/;

/** Requests of the running test without a response. */
const unanswered = new Set<Request>();

const isViolation = (text: string) => /Content[- ]Security[- ]Policy/i.test(text);

/** Collects page errors, CSP violations and requests without a response. */
export function watch(page: Page, problems: string[]) {
  page.on('request', (request) => unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (isViolation(text) || (message.type() === 'error' && !EXPECTED.test(text))) problems.push(text);
  });
}

/** Removes the errors that a test causes on purpose. Violations of the content security policy stay. */
export function ignoreErrors(problems: string[]) {
  problems.splice(0, problems.length, ...problems.filter(isViolation));
}

/** Attaches pending requests to a failed test: a page that waits for one looks like a lost click. */
export async function attachUnanswered(testInfo: TestInfo) {
  const body = [...unanswered].map((request) => `${request.method()} ${request.url()}`).join('\n');
  unanswered.clear();
  if (testInfo.errors.length > 0)
    await testInfo.attach('requests without a response', { body, contentType: 'text/plain' });
}

/** The app's own headers: with other values the browser would start another process for the app. */
const SAME_PROCESS = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' };

/**
 * Turns on the browser's data saver for its pages. Otherwise each page that is open for three seconds without
 * a service worker loads the code of all others, 200 files, which takes more CPU time than most tests.
 */
async function saveData(context: BrowserContext) {
  await context.addInitScript(() => {
    const { connection } = navigator as Navigator & { connection: object };
    Object.defineProperty(connection, 'saveData', { get: () => true });
  });
}

export const test = base.extend<
  {
    /**
     * Opens a separate browser in which a demo person is signed in. Tests about signing in use the form instead.
     * @param options.at 'blank' when the test then opens a screen by its address, or only calls the API: the dashboard
     * takes time to load
     * @param options.savesData false when the page should load the code of all pages for offline use
     * @returns their page, at the dashboard or at an empty page of the server
     */
    signedIn: (
      person: DemoPerson,
      options?: {
        at?: 'dashboard' | 'blank';
        colorScheme?: 'light' | 'dark';
        serviceWorkers?: 'allow' | 'block';
        savesData?: boolean;
      },
    ) => Promise<Page>;
    problems: string[];
    /** With the demo data as they were before the first test. */
    server: PooledServer;
  },
  {
    workerServer: PooledServer;
  }
>({
  workerServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { parallelIndex }) => use(await openServer(parallelIndex)),
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ workerServer }, use) => {
    await workerServer.restore();
    await use(workerServer);
  },
  baseURL: async ({ server }, use) => use(server.url),
  // oxlint-disable-next-line no-empty-pattern
  problems: async ({}, use) => {
    const problems: string[] = [];
    await use(problems);
    expect(problems, 'nothing unexpected in the console').toEqual([]);
  },
  context: async ({ context, serviceWorkers }, use) => {
    if (serviceWorkers === 'block') await saveData(context);
    await use(context);
  },
  page: async ({ page, problems }, use) => {
    watch(page, problems);
    await use(page);
  },
  signedIn: async ({ browser, server, problems }, use, testInfo) => {
    const contexts: BrowserContext[] = [];
    const used = new Set<PreparedSession>();
    await use(async (person, options = {}) => {
      // Blocks the service worker by default, because tests cannot intercept the pages that it serves.
      const { at = 'dashboard', serviceWorkers = 'block', savesData = serviceWorkers === 'block' } = options;
      const session = server.sessions.find((one) => one.email === demoEmail(person) && !used.has(one));
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        timezoneId: 'America/Los_Angeles',
        colorScheme: options.colorScheme ?? 'light',
        serviceWorkers,
      });
      contexts.push(context);
      if (savesData) await saveData(context);
      const page = await context.newPage();
      watch(page, problems);
      if (session === undefined) {
        await page.goto('/');
        await new SignInPage(page).signIn(demoEmail(person), DEMO_PASSWORD);
      } else {
        used.add(session);
        const domain = new URL(server.url).hostname;
        await context.addCookies(session.cookies.map((cookie) => ({ ...cookie, domain, sameSite: 'Lax' })));
        if (at === 'blank') {
          await page.route(
            '/blank',
            (route) => route.fulfill({ contentType: 'text/html', headers: SAME_PROCESS }),
            {
              times: 1,
            },
          );
          await page.goto('/blank');
          return page;
        }
        await page.goto('/');
      }
      await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
      return page;
    });
    await attachUnanswered(testInfo);
    for (const context of contexts) {
      // A route that is still waiting would fail on the closed page.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  },
});

export { expect };

/**
 * Expects that axe finds no violation, in light and in dark (WCAG 2.2 AA, with axe's experimental rules).
 * @param options.except rules that do not fit what is open: a menu floats outside of the landmarks
 */
export async function expectAccessible(page: Page, { except = [] }: { except?: string[] } = {}) {
  // At the top: axe takes an element that scrolled halfway below the top bar for one that is too small.
  const scrolled = await page.evaluate(() => {
    const { scrollY } = globalThis;
    scrollTo({ top: 0, behavior: 'instant' });
    return scrollY;
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The page takes a new color scheme in the next frame, and starts its transitions in the one after. During a
    // transition a text has neither its final contrast nor its final place.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map((one) => one.finished));
    });
    // Both schemes show the same elements: in dark only the rules about color can find something new.
    const violations = await findViolations(
      page,
      colorScheme === 'light' ? { except } : { except, colorOnly: true },
    );
    expect(violations, `axe in ${colorScheme}`).toEqual([]);
  }
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled);
}
