/** The learning center: finding, reading and editing articles. */
import { expect, expectAccessible, test } from '../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

// covers: SHEL-003
test('finds articles by search, topic and bookmark', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learning Center' }).click();
  await expect(page).toHaveURL(/\/learning_center\/$/);
  await expect(page.getByRole('heading', { name: 'Paying for college' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SAT or ACT?' })).toBeVisible();
  await expectAccessible(page);

  const search = page.getByRole('searchbox', { name: 'Search articles' });
  await search.fill('teacher recommendation');
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Ask for recommendations');
  await expect(
    page
      .locator('mark')
      .filter({ hasText: /^teacher/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paying for college' })).toBeHidden();
  await search.fill('quokka');
  await expect(page.getByText('No articles found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all articles' }).click();
  await expect(search).toHaveValue('');
  await search.fill('essay');
  await expect(page).toHaveURL(/search=essay/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learning Center' }).click();
  await expect(page.getByRole('heading', { name: 'Paying for college' })).toBeVisible();
  await expect(search).toHaveValue('');

  await page.getByLabel('Topic', { exact: true }).selectOption('Tests');
  await expect(page.getByRole('status').filter({ hasText: /^1 article$/ })).toBeAttached();
  const bookmark = page.getByRole('button', { name: 'Bookmark SAT or ACT?' });
  const saved = page.waitForResponse(/reading/);
  await bookmark.click();
  await saved;
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/learning_center/?bookmarked=yes');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
});

// covers: SHEL-004
test('remembers how far an article was read', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  await page.goto('/learning_center/content/financial-aid-basics/');
  await expect(page.getByRole('heading', { level: 1, name: 'Financial aid basics' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Compare offers' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/reading/') && response.request().postData()?.includes('100') === true,
  );
  await page.getByRole('heading', { name: 'Related articles' }).scrollIntoViewIfNeeded();
  await saved;
  await expect(page.getByText('You read this article')).toBeVisible();
  await page.getByRole('link', { name: 'Learning Center' }).first().click();
  const card = page.getByRole('listitem').filter({ hasText: 'Financial aid basics' });
  await expect(card.getByText('Read', { exact: true })).toBeVisible();
});

test('an address without an article shows Not Found', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  for (const path of ['content/nothing/', 'content/..%2F..%2Fapi/', 'new/', 'content/interviews/edit/']) {
    await page.goto(`/learning_center/${path}`);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});

test('an editor adds an article with a preview, changes it and restores a version', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  await page.goto('/learning_center/');
  await page.getByRole('link', { name: 'Add article' }).click();
  await page.getByRole('button', { name: 'Add article' }).click();
  await expect(page.getByText('The title is required')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Title' }).fill('Gap years');
  await page.getByRole('textbox', { name: 'Summary' }).fill('What a year between school and college can be.');
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill(
      '## Why\n\nTime to **work**. <script>window.attacked = true</script> [Click](javascript:window.attacked=1)',
    );
  await page.getByRole('tab', { name: 'Preview' }).click();
  const preview = page.getByRole('tabpanel');
  await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible();
  await expect(preview.getByText('<script>window.attacked = true</script>')).toBeVisible();
  await expect(preview.locator('a[href^="javascript"], script')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('textbox', { name: 'Name of source 1' }).fill('Gap Year Association');
  await page
    .getByRole('textbox', { name: 'Address of source 1' })
    .fill('https://www.gapyearassociation.org/');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Gap years');
  await page.getByRole('button', { name: 'Add article' }).click();
  await expect(page).toHaveURL(/\/learning_center\/content\/gap-years\/$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Why' })).toBeVisible();
  expect(await page.evaluate('window.attacked')).toBeUndefined();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Shorter.');
  const loadsAgain = Promise.withResolvers<void>();
  await page.route('**/api/articles/gap-years/', async (route) => {
    if (route.request().method() === 'GET') await loadsAgain.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save article' }).click();
  // In the article, not in the text area of the form.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Shorter.' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Shorter.');
  loadsAgain.resolve();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use version 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(/^## Why/);
  await page.getByRole('button', { name: 'Save article' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Why' })).toBeVisible();
});
