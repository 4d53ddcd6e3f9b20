import { RoadmapPage } from '../../../pages/roadmap.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

test.slow();

// covers: ROAD-010 ROAD-017 ROAD-027
test('preferences are saved, and concurrent changes are not lost', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('preferences/');
  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto('/students/');
  await mentor.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  await new RoadmapPage(mentor).tab('Preferences').click();

  // 'No results' is not shown before anything is searched.
  const majors = page.getByRole('combobox', { name: 'Interested majors' });
  await majors.focus();
  await expect(page.getByText('Nothing found')).not.toBeVisible();
  await majors.fill('computer');
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found.first()).toBeVisible();
  expect(await found.count()).toBeLessThanOrEqual(10);
  await found
    .filter({ hasText: /^Computer/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove Journalism' }).click();
  await page.getByLabel('Graduation year').selectOption('2029');
  const university = page.getByRole('combobox', { name: 'University attending' });
  await chooseOption(university, 'stanford', 'Stanford University');

  await mentor.getByLabel('Year', { exact: true }).selectOption({ label: 'Senior' });
  await mentor.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(mentor, 'Updated roadmap')).toBeVisible();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Failed to update roadmap: Someone else changed this.')).toBeVisible();
  await expect(page.getByText('Saving replaces their changes.')).toBeVisible();
  await expect(page.getByLabel('Graduation year')).toHaveValue('2029');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Updated roadmap')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep their version' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Graduation year')).toHaveValue('2029');
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue('Dublin High');
  await expect(page.getByRole('combobox', { name: 'University attending' })).toHaveValue(
    'Stanford University',
  );
  await expect(page.getByRole('list', { name: 'Chosen majors' }).getByRole('listitem')).toHaveText([
    /^Computer/,
  ]);
});

// covers: ROAD-047 ROAD-048
test('schools and majors are searched 300 ms after the last key', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('preferences/');
  const asked: unknown[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body?.includes('query SearchSchools(') || body?.includes('query SearchMajors('))
      asked.push((JSON.parse(body) as { variables: unknown }).variables);
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [name, text] of [
    ['School', 'foothill'],
    ['Interested majors', 'computer'],
  ] as const) {
    const field = page.getByRole('combobox', { name });
    await field.fill(text.slice(0, 4));
    await page.clock.runFor(299);
    await field.fill(text);
    await page.clock.runFor(299);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked.splice(0)).toEqual([{ q: text }]);
  }
});
