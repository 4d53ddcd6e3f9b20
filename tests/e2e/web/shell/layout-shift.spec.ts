import type { Page } from '@playwright/test';
import { expect, test, type DemoPerson } from '../../test.ts';

/** The layout shift limit of a page load (0.1 is the limit of a 'good' page). */
const LIMIT = 0.02;

interface Shift {
  value: number;
  moved: string[];
}

/** Records every layout shift of the next load, with the moved elements. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) =>
            node instanceof Element ? `${node.tagName} ${(node.textContent ?? '').slice(0, 40)}` : '',
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectNoShift(page: Page) {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(LIMIT);
}

/** Delays responses so that they arrive one by one. */
async function answerOneByOne(page: Page) {
  let count = 0;
  await page.route(/\/(graphql|api)(\/|$)/, async (route) => {
    const response = await route.fetch();
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, count * 80));
    await route.fulfill({ response });
  });
}

const PHONE = { width: 390, height: 844 };

const PAGES: [person: DemoPerson, path: string, viewport?: typeof PHONE][] = [
  ['student', '/'],
  ['parent', '/'],
  ['mentor', '/'],
  ['staff', '/'],
  ['student', '/tasks/'],
  ['mentor', '/tasks/'],
  ['student', '/tasks/', PHONE],
  ['student', '/roadmap/colleges/', PHONE],
  ['mentor', '/users/1/'],
  ['student', '/meetings/book/', PHONE],
  ['staff', '/memberships/', PHONE],
];

for (const [person, path, viewport] of PAGES) {
  const place = viewport === undefined ? '' : ' on a phone';
  test(`the page ${path} of the ${person} does not move while it loads${place}`, async ({ signedIn }) => {
    const page = await signedIn(person);
    if (viewport !== undefined) await page.setViewportSize(viewport);
    await recordShifts(page);
    await answerOneByOne(page);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main [aria-busy=true], main [role=status][aria-label^=Loading]')).toHaveCount(
      0,
    );
    await expectNoShift(page);
  });
}

test('the page /roadmap/colleges/ does not move when its font arrives late', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.setViewportSize(PHONE);
  await recordShifts(page);
  const isShown = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await isShown.promise;
    await route.continue();
  });
  await page.goto('/roadmap/colleges/');
  await page.getByRole('heading', { name: 'Stanford University' }).waitFor();
  isShown.resolve();
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('1em "Inter Variable"')), 'the font has arrived')
    .toBe(true);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expectNoShift(page);
});
