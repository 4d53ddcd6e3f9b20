import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test.slow();

// covers: ROAD-028 ROAD-029
test('the report prints every section on A4 and Letter without splitting a row', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/roadmap/report/');
  await expect(page.getByRole('heading', { name: 'Roadmap of Maya Okafor' })).toBeVisible();
  await expectAccessible(page);
  const main = page.getByRole('main');
  for (const name of [
    'Student information',
    'Academic plan',
    'Test plan',
    'Activities plan',
    'College selection',
  ])
    await expect(main.getByRole('region', { name })).toBeVisible();
  await expect(main.getByRole('button')).toHaveText(['Print']);
  await expect(
    main.getByRole('textbox').or(main.getByRole('combobox')).or(main.getByRole('checkbox')),
  ).toHaveCount(0);
  // Printed text is dark on white paper, also in dark mode.
  const title = page.getByRole('heading', { level: 1 });
  await page.emulateMedia({ colorScheme: 'light' });
  const ink = await title.evaluate((element) => getComputedStyle(element).color);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(title).toHaveCSS('color', ink);
  await page.emulateMedia({ media: null });
  const rows = await page
    .getByRole('main')
    .locator('tbody tr')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(rows.length).toBeGreaterThan(40);
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format })), verbosity: 0 }).promise;
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => {
        const { items } = await (await pdf.getPage(index + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    const text = pages.join('\n').replaceAll(/\s+/g, ' ');
    for (const wanted of [
      'Student information',
      'Academic plan',
      'Test plan',
      'Activities plan',
      'College selection',
      'Dublin High',
      'AP English Language and Composition',
      'Library reading buddy',
      'Reading and Writing',
      'Sections',
      'Stanford University',
    ]) {
      expect(text).toContain(wanted);
    }
    for (const control of ['Print', 'Add class', 'Dashboard', 'Notes', 'Sign out']) {
      expect(text.split(' ')).not.toContain(control);
    }
    expect(pdf.numPages).toBeLessThanOrEqual(5);
    // No page break splits a row: all its cells are on one page.
    const bare = (words: string) => words.replaceAll(/\s+/g, '');
    const printed = pages.map(bare);
    for (const cells of rows) {
      const whole = cells.map(bare);
      const isWhole = printed.some((one) => whole.every((cell) => one.includes(cell)));
      expect(isWhole, cells.join(' · ')).toBe(true);
    }
  }
});

// covers: ROAD-028 ROAD-029
test('printing any tab prints the report without controls', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  for (const tab of ['academics/', 'colleges/']) {
    await roadmap.open(tab);
    await expect(page.getByRole('main').getByRole('button', { name: /^Add (class|Record)/ })).toBeVisible();
    const pdf = await getDocument({ data: new Uint8Array(await page.pdf()), verbosity: 0 }).promise;
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => {
        const { items } = await (await pdf.getPage(index + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    for (const wanted of ['Roadmap of Maya Okafor', 'Academic plan', 'Chemistry', 'College selection'])
      expect(text).toContain(wanted);
    for (const control of ['Add class', 'Add Record', 'Compare', 'Report', 'Preferences', 'Print'])
      expect(text).not.toContain(control);
    // The tab is shown again afterwards.
    await expect(page.getByRole('main').getByRole('button', { name: /^Add (class|Record)/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Academic plan' })).toHaveCount(0);
  }
  await page.goto('/roadmap/report/');
  await page.getByRole('main').getByRole('link', { name: 'Roadmap' }).click();
  await expect(page).toHaveURL(/\/roadmap\/$/);
});
