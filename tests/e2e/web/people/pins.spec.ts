import { expect, expectAccessible, test } from '../../test.ts';
import { snackbar } from '../../../pages/snackbar.ts';

test.describe('Pins', () => {
  // covers: FORM-017 PIN-001 PIN-002 PIN-003 PIN-005 PIN-007 PIN-008 PIN-009 SHEL-018
  test('a student is pinned immediately, unpinned from the menu, and the server stores both', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor');
    const drawer = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Pinned' });
    const students = page.getByRole('region', { name: 'Your students' });
    await expect(drawer.getByRole('link', { name: 'Sofia Alvarez' })).toHaveCount(0);

    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/toggle_user_pin/**', async (route) => {
      await held;
      await route.continue();
    });
    await students.getByRole('button', { name: 'Pin Sofia Alvarez' }).click();
    await expect(drawer.getByRole('link', { name: 'Sofia Alvarez' })).toBeVisible();
    answer();
    await expect(snackbar(page, 'Pinned Sofia Alvarez to the drawer')).toBeVisible();
    await page.unroute('**/api/toggle_user_pin/**');
    await page.reload();
    await expect(drawer.getByRole('link', { name: 'Sofia Alvarez' })).toBeVisible();

    await drawer.getByRole('button', { name: 'More about Sofia Alvarez' }).click();
    // An open menu covers the controls next to it.
    await expectAccessible(page, { except: ['region', 'target-size'] });
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(snackbar(page, 'Unpinned Sofia Alvarez from the drawer')).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Sofia Alvarez' })).toHaveCount(0);
  });

  // covers: PIN-004 PIN-010 PIN-011
  test('a failed pin is rolled back and shows the server’s message', async ({ signedIn }) => {
    const page = await signedIn('mentor');
    const drawer = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Pinned' });
    const students = page.getByRole('region', { name: 'Your students' });
    await page.route('**/api/toggle_user_pin/**', (route) =>
      route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', detail: 'Your drawer is full.' } }),
    );
    await students.getByRole('button', { name: 'Pin Sofia Alvarez' }).click();
    await expect(snackbar(page, 'Failed to pin Sofia Alvarez: Your drawer is full.')).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Sofia Alvarez' })).toHaveCount(0);
    await page.unroute('**/api/toggle_user_pin/**');

    await page.route('**/api/toggle_user_pin/**', (route) => route.abort());
    await drawer.getByRole('button', { name: 'More about Maya Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(snackbar(page, 'Failed to unpin Maya Okafor')).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Maya Okafor' })).toBeVisible();
  });

  // covers: PIN-006
  test('the drawer omits a person that the viewer cannot see', async ({ signedIn }) => {
    const page = await signedIn('mentor');
    const drawer = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Pinned' });
    await expect(drawer.getByRole('link', { name: 'Maya Okafor' })).toBeVisible();
    await page.route('**/api/me/', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as { pinned_users: { full_name: string; permissions: string[] }[] };
      for (const pinned of me.pinned_users) if (pinned.full_name === 'Maya Okafor') pinned.permissions = [];
      await route.fulfill({ response: answer, json: me });
    });
    await page.reload();
    await expect(drawer.getByRole('link').first()).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Maya Okafor' })).toHaveCount(0);
  });

  test('students and parents have no drawer of people', async ({ signedIn }) => {
    const page = await signedIn('parent');
    await expect(page.getByRole('heading', { name: 'Hello, Ngozi' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pin / })).toHaveCount(0);
  });
});
