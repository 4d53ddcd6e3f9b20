import { expect, test } from '../../test.ts';

test.describe('loading who is signed in', () => {
  // covers: API-002 AUTH-039
  test('a refusal with a reason signs out and shows the reason', async ({ signedIn }) => {
    const page = await signedIn('parent');
    await page.route('**/api/me/', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'UNAUTHENTICATED', detail: 'This account is disabled.' }),
      }),
    );
    await page.reload();
    await expect(page).toHaveURL(/\/sign_in\/$/);
    await expect(page.getByRole('alert').filter({ hasText: 'This account is disabled.' })).toBeVisible();
    await page.unroute('**/api/me/');
    // The session has ended on the server too: a reload does not sign in with the old cookie.
    await page.goto('/notes/');
    await expect(page).toHaveURL(/\/sign_in\/$/);
  });

  // covers: AUTH-038
  test('a server error shows a message and does not sign out', async ({ signedIn }) => {
    const page = await signedIn('parent');
    await page.route('**/api/me/', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'UNAVAILABLE', detail: 'The database does not answer.' }),
      }),
    );
    await page.reload();
    await expect(page.getByText('Failed to retrieve user data: The database does not answer.')).toBeVisible({
      timeout: 15_000,
    });
    await page.unroute('**/api/me/');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});
