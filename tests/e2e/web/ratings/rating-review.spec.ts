import type { Page } from '@playwright/test';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

type Measure = 'Depth' | 'Breadth';

const levels = (page: Page, measure: Measure, category: string) =>
  page.getByRole('group', { name: `${measure} of ${category}` });

/** Returns the radio button of a level in the review form. */
const level = (page: Page, measure: Measure, category: string, value: number) =>
  levels(page, measure, category).getByRole('radio', { name: String(value) });

/** Chooses a level by a click on its segment. */
const choose = (page: Page, measure: Measure, category: string, value: number) =>
  levels(page, measure, category).getByText(String(value), { exact: true }).click();

/** Opens the review form of a student by name. @returns the student's pk */
async function openReview(page: Page, student: string): Promise<number> {
  await page.goto('/students/');
  await page.getByRole('link', { name: new RegExp(`^Profile rating of ${student}`) }).click();
  await page.getByRole('link', { name: 'Create review' }).click();
  await expect(page.getByRole('heading', { name: `Review the profile rating of ${student}` })).toBeVisible();
  return Number(/new\/(\d+)\/$/.exec(page.url())?.[1]);
}

// covers: SPR-002 SPR-004 SPR-010 SPR-011 SPR-012 SPR-021 SPR-022 SPR-025 SPR-040
test('a mentor reviews a rating by keyboard; the draft survives a reload', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await openReview(page, 'Liam Castellano');
  const totals = page.getByRole('region', { name: 'This review' });
  await expect(totals).toContainText('300 of 420 points');
  await expect(totals).toContainText('No change since the last review');

  const leadership = page.getByRole('region', { name: 'Leadership' });
  await level(page, 'Depth', 'Leadership', 2).focus();
  await page.keyboard.press('ArrowRight');
  await expect(level(page, 'Depth', 'Leadership', 3)).toBeChecked();
  await expect(leadership).toContainText('Excels, with results that others recognize.');
  await leadership.getByRole('textbox').fill('Founded a robotics club.');
  await page.getByRole('slider', { name: 'Target points' }).focus();
  await page.keyboard.press('End');
  await expect(totals).toContainText('310 of 420 points');
  await expect(totals).toContainText('+10 compared with the last review (300)');
  await expect(totals).toContainText('Target points 425');
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(leadership.getByRole('textbox')).toHaveValue('Founded a robotics club.');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Review and submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit the review of Liam Castellano?' });
  await expect(dialog).toContainText('A submitted review cannot be edited.');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Leadership' })).toContainText('(+10)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(
    page.getByText('Created Student Profile Rating Review successfully', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/student_profile_rating\/$/);
  await expect(page.getByRole('region', { name: 'Points' })).toContainText('310 of 420 points');
  await expect(page.getByText('Founded a robotics club.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Reviews' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('button', { name: /edit|delete/i })).toHaveCount(0);
});

// covers: SPR-026 SPR-039
test('a first review starts at a target of 100; a refused review keeps the entered values', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await page.getByRole('button', { name: 'Create SPR' }).first().click();
  await page.getByRole('link', { name: 'Create review' }).click();
  await expect(page.getByRole('slider', { name: 'Target points' })).toHaveValue('100');
  await page.getByRole('button', { name: 'Review and submit' }).click();
  await expect(page.getByText('Rate at least one category', { exact: true })).toBeVisible();
  await choose(page, 'Depth', 'Persistence', 2);
  await page.getByRole('button', { name: 'Review and submit' }).click();
  const persistence = page.getByRole('region', { name: 'Persistence' });
  await expect(persistence).toContainText('Rate both depth and breadth, or neither');
  await expect(persistence).toBeFocused();
  await choose(page, 'Breadth', 'Persistence', 1);
  await persistence.getByRole('textbox').fill('Finished the marathon.');

  await refuseOperation(page, 'CreateSprReview', 'The database is down.');
  await page.getByRole('button', { name: 'Review and submit' }).click();
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(
    page.getByText('Failed to create Student Profile Rating Review: The database is down.', { exact: true }),
  ).toBeVisible();
  await expect(persistence.getByRole('textbox')).toHaveValue('Finished the marathon.');
  await expect(level(page, 'Breadth', 'Persistence', 1)).toBeChecked();
});

// covers: SPR-005
test('shows a review that someone else submitted in between; only mentors can open the form', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const studentPk = await openReview(page, 'Maya Okafor');
  await choose(page, 'Depth', 'Persistence', 3);
  const { spr } = await graphql<{ spr: { pk: number } }>(
    page,
    'query ($pk: Int!) { spr(studentPk: $pk) { pk } }',
    { pk: studentPk },
  );
  const submitReview = () =>
    graphql(
      page,
      'mutation ($input: CreateSprReviewInput!) { createSprReview(input: $input) { clientMutationId } }',
      {
        input: {
          studentProfileRating: toGlobalId('StudentProfileRating', spr.pk),
          studentPk,
          leadership: [3, 3],
        },
      },
    );
  await submitReview();
  await page.getByRole('button', { name: 'Review and submit' }).click();
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText(/^Failed to create Student Profile Rating Review: Someone else/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep my review' }).click();
  await page.getByRole('button', { name: 'Review and submit' }).click();
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(
    page.getByText('Created Student Profile Rating Review successfully', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Reviews' }).getByRole('row')).toHaveCount(6);

  await submitReview();
  await submitReview();
  await page.reload();
  await expect(page.getByText('No change since the review of')).toBeVisible();
  const unchanged = page.getByRole('table', { name: 'Reviews' }).getByRole('row').nth(1);
  await expect(unchanged.getByRole('cell', { name: 'No change', exact: true })).toHaveText(/0No change$/);

  for (const person of ['student', 'parent'] as const) {
    const other = await signedIn(person, { at: 'blank' });
    await other.goto(`/student_profile_rating_review/new/${studentPk}/`);
    await expect(other.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});
