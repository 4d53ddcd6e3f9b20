/** Inviting people: the form and the list. */
import { expectFits } from '#tests/helpers/browser/page-width.ts';
import { emailOf, InvitationPages } from '../../../pages/invitations.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

// axe checks each screen twice.
test.setTimeout(180_000);

// covers: INV-001 INV-002 INV-006 SHEL-020
test('from the side menu to the list, to the form and back with a new entry on top', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const pages = new InvitationPages(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invite Users' }).click();
  await expect(page).toHaveURL(/\/users\/invitations\/$/);
  await expect(pages.row('Grace Tan')).toContainText('grace.tan@gopath.example');
  await expect(pages.row('Grace Tan')).toContainText('Mentor');
  await expect(pages.row('Grace Tan')).toContainText('Activated');
  await expect(pages.row('Amelie Dubois')).toContainText('Invited');
  await expect(pages.row('Tomás Ferreira')).toContainText('Expired');
  await expectAccessible(page);
  await expectFits(page);

  await page.getByRole('button', { name: 'Invite someone' }).click();
  await expect(page).toHaveURL(/\/users\/invitations\/new\/$/);
  await expect(page.getByRole('heading', { name: 'Invite someone' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const email = emailOf('nora');
  await pages.fill({ firstName: 'Nora', lastName: 'Lindahl', email, role: 'Mentor' });
  await pages.submit();
  await expect(snackbar(page, `Invitation sent to ${email}`)).toBeVisible();
  const first = page.getByRole('table', { name: 'Invited users' }).getByRole('row').nth(1);
  await expect(first).toContainText(`Nora Lindahl`);
  await expect(first).toContainText(email);
  await expect(first).toContainText('Mentor');
  await expect(first).toContainText('Invited');
  const { allInvitedUsers } = await graphql<{ allInvitedUsers: { edges: { node: { pk: number } }[] } }>(
    page,
    '{ allInvitedUsers(first: 1) { edges { node { pk } } } }',
  );
  await expect(first).toContainText(`#${allInvitedUsers.edges[0]?.node.pk}`);
});

// covers: INV-003 INV-011 INV-012 INV-013
test('is for students and holders of add-user permissions, each with their roles', async ({ signedIn }) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/students/');
  await staff.getByRole('link', { name: 'Add Student' }).click();
  const roles = staff.getByLabel('Role');
  await expect(roles).toHaveValue('student');
  await expect(roles.getByRole('option')).toHaveText(['Student', 'Parent', 'Mentor']);

  const student = await signedIn('student', { at: 'blank' });
  await student.goto('/users/invitations/new/');
  await expect(student.getByRole('heading', { name: 'Invite a parent' })).toBeVisible();
  await expect(student.getByLabel('Role').getByRole('option')).toHaveText(['Parent']);

  for (const person of ['mentor', 'parent'] as const) {
    const page = await signedIn(person);
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invite Users' })).toHaveCount(0);
    for (const path of ['/users/invitations/', '/users/invitations/new/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    }
  }
});

// covers: INV-008 INV-009 INV-017
test('the form shows missing fields, keeps the typed text after a failure, and survives a reload', async ({
  signedIn,
}) => {
  const page = await signedIn('staff', { at: 'blank' });
  const pages = new InvitationPages(page);
  await page.goto('/users/invitations/new/');
  await pages.submit();
  for (const text of ['First name is required', 'Last name is required', 'Email is required']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  const email = emailOf('ivo');
  await pages.fill({ firstName: 'Ivo', lastName: 'Petrov', email: 'ivo at home' });
  await pages.submit();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email').fill(email);

  await refuseOperation(page, 'CreateUser', 'No mail today.');
  await pages.submit();
  await expect(snackbar(page, 'Failed to invite user')).toBeVisible();
  await page.unroute('**/graphql');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ivo');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  // The invitation is created but its response is lost: sending again creates no second one.
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(' CreateUser(') !== true) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await pages.submit();
  await expect(snackbar(page, 'Failed to invite user')).toBeVisible();
  await page.unroute('**/graphql');
  await pages.submit();
  await expect(page).toHaveURL(/\/users\/invitations\/$/);
  await expect(pages.row(email)).toHaveCount(1);

  await page.goto('/users/invitations/new/');
  await expect(page.getByLabel('First name')).toHaveValue('');
  await pages.fill({ firstName: 'Ivo', lastName: 'Petrov', email: email.toUpperCase() });
  await pages.submit();
  await expect(page.getByText('You have already invited this address')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/users\/invitations\/$/);
});

test('a pending invitation is sent again or revoked, also by keyboard', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  const pages = new InvitationPages(page);
  const email = emailOf('lena');
  await pages.invite({ firstName: 'Lena', lastName: 'Vogt', email, role: 'Parent' });
  const link = await pages.linkTo(email);
  await pages.act(email, 'Send again');
  await expect(snackbar(page, `Sent again to ${email}`)).toBeVisible();
  await expect.poll(() => pages.linkTo(email)).not.toBe(link);

  await pages.row(email).getByRole('button', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await expect(dialog).toContainText(email);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(pages.row(email)).toHaveCount(1);
  await pages.act(email, 'Revoke');
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(snackbar(page, `Revoked the invitation to ${email}`)).toBeVisible();
  await expect(pages.row(email)).toHaveCount(0);

  await pages.act('Tomás Ferreira', 'Send again');
  await expect(pages.row('Tomás Ferreira')).toContainText('Invited');
});

test('after an invitation is revoked by keyboard, the focus is in the next row, at last on the heading', async ({
  signedIn,
}) => {
  const page = await signedIn('staff', { at: 'blank' });
  const pages = new InvitationPages(page);
  await pages.openList();
  const revokeButtons = page
    .getByRole('table', { name: 'Invited users' })
    .getByRole('button', { name: 'Revoke' });
  await expect(revokeButtons.first()).toBeAttached();
  await revokeButtons.first().focus();
  for (let left = (await revokeButtons.count()) - 1; left >= 0; left -= 1) {
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(revokeButtons).toHaveCount(left);
    if (left > 0) await expect(revokeButtons.first()).toBeFocused();
  }
  await expect(page.getByRole('heading', { name: 'Invited users' })).toBeFocused();
});

test('the list shows its empty state, and its error state with a retry', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(' AllInvitedUsers(') === true ? route.abort() : route.fallback(),
  );
  await page.goto('/users/invitations/');
  await expect(page.getByRole('heading', { name: 'Data Load Error' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Invited users' })).toContainText('Grace Tan');
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(' AllInvitedUsers(') === true
      ? route.fulfill({
          json: {
            data: { allInvitedUsers: { pageInfo: { endCursor: null, hasNextPage: false }, edges: [] } },
          },
        })
      : route.fallback(),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible();
  await expectAccessible(page);
});

// covers: INV-014
test('a long list loads its next page', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  // Makes each response contain two invitations only.
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON() as { query: string; variables: { first: number } };
    if (!body.query.includes(' AllInvitedUsers(')) return route.fallback();
    expect(body.variables.first).toBe(2_147_483_647);
    return route.continue({ postData: { ...body, variables: { ...body.variables, first: 2 } } });
  });
  await page.goto('/users/invitations/');
  const rows = page.getByRole('table', { name: 'Invited users' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(5);
  await expect(rows.getByText(/@gopath.example/)).toHaveCount(4);
});
