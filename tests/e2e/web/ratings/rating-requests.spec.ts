import { refuseOperation } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

// covers: SPR-017 SPR-018 SPR-019 SPR-038
test('a student requests a review once, and the mentor sees it and reviews', async ({ signedIn }) => {
  const student = await signedIn('student');
  await student.getByRole('link', { name: 'Profile Rating' }).click();
  const request = student.getByRole('main').getByRole('button', { name: 'Request review' });
  const dialog = student.getByRole('dialog', { name: 'Request a review of your profile rating?' });
  await refuseOperation(student, 'RequestReview', 'The database is down.');
  await request.click();
  await expect(dialog).toContainText('You have 1 review left');
  await expectAccessible(student);
  await dialog.getByRole('button', { name: 'Request review' }).click();
  await expect(
    student.getByText('Failed to request an SPR Review: The database is down.', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await student.unroute('**/graphql');
  await request.click();
  await dialog.getByRole('button', { name: 'Request review' }).click();
  await expect(student.getByText('Review requested', { exact: true })).toBeVisible();
  await expect(request).toBeDisabled();
  await request.hover();
  await expect(student.getByRole('tooltip')).toHaveText('You have already requested a review');

  const mentor = await signedIn('mentor');
  const card = mentor.getByRole('region', { name: 'Requested reviews' });
  await expect(card.getByRole('link', { name: 'Maya Okafor', exact: true })).toBeVisible();
  await expectAccessible(mentor);
  await card.getByRole('link', { name: 'Review the profile rating of Maya Okafor' }).click();
  await mentor.getByRole('button', { name: 'Review and submit' }).click();
  await mentor.getByRole('button', { name: 'Submit review' }).click();
  await expect(
    mentor.getByText('Created Student Profile Rating Review successfully', { exact: true }),
  ).toBeVisible();
  await expect(mentor.getByRole('button', { name: 'Request review' })).toHaveCount(0);
  await mentor.goto('/alerts/feed/');
  await expect(mentor.getByRole('link', { name: /Maya Okafor requested a review/ })).toBeVisible();

  await student.goto('/alerts/feed/');
  await student.getByRole('link', { name: /Your profile rating was reviewed/ }).click();
  await expect(student.getByRole('table', { name: 'Reviews' }).getByRole('row')).toHaveCount(5);
  await expect(request).toBeDisabled();
  await request.hover();
  await expect(student.getByRole('tooltip')).toHaveText('You have no reviews left at the moment');
});
