/** 'View as parent': a mentor and a student see a student's pages as a parent would, without changing anything. */
import type { Page } from '@playwright/test';
import { restJson } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const banner = (page: Page) =>
  page.getByRole('banner').getByText(/^You see GoPath as a parent of Maya Okafor/);

async function startViewing(page: Page) {
  await page.getByRole('button', { name: 'Actions for Maya Okafor' }).click();
  await page.getByRole('menuitem', { name: 'View as parent' }).click();
  await expect(banner(page)).toBeVisible();
}

test('a mentor views the pages of a student as a parent, and returns', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Maya Okafor' }).click();
  await startViewing(page);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Roadmap' })).toContainText(/Graduates in/);
  const essays = main.getByRole('region', { name: 'Essays' });
  await expect(essays.getByRole('listitem').first().or(essays.getByText('No shared essays.'))).toBeVisible();
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(
    main.getByRole('region', { name: 'Recent interactions' }).getByRole('listitem'),
  ).not.toHaveCount(0);
  await expect(main.getByRole('region', { name: 'Recent notes' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Create Note' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: /^(Pin|Unpin|Actions)/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const pages = page.getByRole('navigation', { name: 'Main' });
  await pages.getByRole('link', { name: 'Roadmap' }).click();
  await expect(page.getByRole('heading', { name: /^Roadmap/, level: 1 })).toBeVisible();
  await expect(main.getByRole('button', { name: /^(Add|Create|Delete)/ })).toHaveCount(0);
  await pages.getByRole('link', { name: 'Profile rating' }).click();
  await expect(page.getByRole('heading', { name: /^Student profile rating/, level: 1 })).toBeVisible();
  await expect(main.getByRole('link', { name: /review/i })).toHaveCount(0);
  await pages.getByRole('link', { name: 'Interactions' }).click();
  await expect(page.getByRole('heading', { name: 'Interactions', level: 1 })).toBeVisible();
  await page.goto('/');
  await expect(pages.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goto('/notes/');
  await expect(banner(page)).toBeVisible();
  await expect(main.getByText(/error|not found/i).first()).toBeVisible();

  await page.getByRole('button', { name: 'Stop viewing as parent' }).click();
  await expect(main.getByRole('link', { name: 'Create Note' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }),
  ).toBeVisible();
});

test('a student sees that parents do not see a private list', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await restJson(page, 'POST', '/api/lists/', { name: 'Only mine' });
  await page.goto('/me/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Only mine' })).toBeVisible();
  await startViewing(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^SAT preparation/ })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Only mine' })).toHaveCount(0);
  await main.getByRole('link', { name: /^SAT preparation/ }).click();
  await expect(page.getByRole('heading', { name: 'SAT preparation', level: 1 })).toBeVisible();
  await expect(main.getByRole('textbox', { name: /add/i })).toHaveCount(0);
});
