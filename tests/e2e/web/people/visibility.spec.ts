import type { Page } from '@playwright/test';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { graphql, makeNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test.slow();

/** Opens 'Who can see this' and returns its people. */
async function readers(page: Page) {
  await page.getByRole('button', { name: 'Who can see this' }).click();
  return page.getByRole('list', { name: 'Who can see this' }).getByRole('listitem');
}

test('a mentor sees who can see a note, a list, a roadmap, a rating and interactions', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const { myStudents } = await graphql<{ myStudents: { pk: number; fullName: string }[] }>(
    page,
    '{ myStudents { pk fullName } }',
  );
  const maya = myStudents.find(({ fullName }) => fullName === 'Maya Okafor')?.pk as number;
  const mentors = [/Elena Marsh \(you\).*mentor/i, /Jonah Bell.*mentor/i];
  const around = [/Maya Okafor.*student/i, /Ngozi Okafor.*parent/i, ...mentors];

  const note = await makeNote(page, 'About the visit', { studentId: toGlobalId('User', maya) });
  await page.goto(`/notes/${note.pk}/`);
  await expect(await readers(page)).toHaveText(mentors);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Who can see this' })).toHaveCount(0);

  await page.goto(`/users/${maya}/student_profile_rating/`);
  await expect((await readers(page)).filter({ hasText: /parent|student/i })).toHaveText(around.slice(0, 2));
  await page.goto(`/users/${maya}/roadmap/`);
  await expect((await readers(page)).filter({ hasText: /Elena|Jonah/ })).toHaveText(mentors);
  await page.goto(`/interactions/?student=${maya}`);
  await expect(await readers(page)).toHaveText(around);
  await page.goto(`/users/${maya}/`);
  await page
    .getByRole('link', { name: /^SAT preparation/ })
    .first()
    .click();
  await expect(await readers(page)).toHaveText(around);
});

test('a student sees that a private list is visible only to them', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page
    .getByRole('link', { name: /^My own plans/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Who can see this' }).click();
  await expect(page.getByText('Only you', { exact: true })).toBeVisible();
});
