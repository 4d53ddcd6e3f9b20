/** Inviting people: the form, the list, and the invited person's path from the email to the first page. */
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { InvitationPages, InvitedPages } from '../../pages/invitations.ts';
import { snackbar } from '../../pages/snackbar.ts';
import { graphql, refuseOperation } from '../api.ts';
import { expect, expectAccessible, test, watch } from '../test.ts';

// axe checks each screen twice.
test.setTimeout(180_000);

const emailOf = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@gopath.example`;

async function expectFits(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

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
  const page = await signedIn('staff');
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

test('the list shows its empty state, and its error state with a retry', async ({ signedIn }) => {
  const page = await signedIn('staff');
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

test.describe('the invited person', () => {
  const PASSWORD = 'a long enough password';

  /** A new person's browser. */
  const visit = async (page: Page, problems: string[]) => {
    const browser = page.context().browser();
    const context = await browser?.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' });
    const fresh = (await context?.newPage()) as Page;
    watch(fresh, problems);
    return fresh;
  };

  // covers: AUTH-014 INV-004
  test('a student opens the link, gets an account and appears in their mentor’s list', async ({
    signedIn,
    problems,
  }) => {
    const mentor = await signedIn('staff');
    const pages = new InvitationPages(mentor);
    const email = emailOf('ruth');
    await pages.invite({ firstName: 'Ruth', lastName: 'Adeyemi', email, role: 'Student' });
    const link = await pages.linkTo(email);
    const page = await visit(mentor, problems);
    const invited = new InvitedPages(page);
    await page.goto(link);
    await expect(
      page.getByRole('heading', { name: 'Samuel Whitfield invites you to GoPath as a student' }),
    ).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await page.emulateMedia({ colorScheme: 'light' });

    await invited.accept.click();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Ruth');
    await expectAccessible(page);
    await expectFits(page);
    await invited.createAccount('short', { birthday: '2009-05-01' });
    await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
    await expect(page.getByLabel('Date of birth')).toHaveValue('2009-05-01');
    await expect(page.getByLabel('I agree that GoPath stores')).toBeChecked();
    await expectAccessible(page);
    await page.getByLabel('Last name').fill('Adeyemi-Bell');
    await invited.createAccount(PASSWORD);
    await expect(snackbar(page, 'Invitation accepted')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();

    await mentor.goto('/students/');
    await mentor.getByLabel('Filter by name').fill('Adeyemi');
    await expect(mentor.getByRole('link', { name: 'Ruth Adeyemi-Bell', exact: true })).toBeVisible();
    await pages.openList();
    await expect(pages.row(email)).toContainText('Activated');
    await expect(pages.row(email).getByRole('button')).toHaveCount(0);
    await pages.row(email).getByRole('link', { name: 'Ruth Adeyemi' }).click();
    await expect(mentor.getByRole('heading', { name: 'Ruth Adeyemi-Bell' })).toBeVisible();
    await expect(mentor.getByText('Samuel Whitfield')).not.toHaveCount(0);

    // Used: the same page as for a link that never existed.
    const again = await visit(mentor, problems);
    for (const dead of [link, '/invitations/accept_invitation/no-such-link/']) {
      await again.goto(dead);
      await new InvitedPages(again).expectDead();
    }
    await expectAccessible(again);
    await expectFits(again);
    await page.context().close();
    await again.context().close();
  });

  // covers: INV-005 AUTH-002
  test('a parent invited by a student sees their child; the student is notified', async ({
    signedIn,
    problems,
  }) => {
    const student = await signedIn('student', { at: 'blank' });
    const pages = new InvitationPages(student);
    await pages.openList();
    await expect(student.getByText('2 invitations left')).toBeVisible();
    const email = emailOf('obi');
    await pages.invite({ firstName: 'Obi', lastName: 'Okafor', email });
    await expect(student.getByText('1 invitation left')).toBeVisible();
    const page = await visit(student, problems);
    await page.goto(await pages.linkTo(email));
    await expect(
      page.getByRole('heading', { name: 'Maya Okafor invites you to GoPath as their parent' }),
    ).toBeVisible();
    // With the keyboard only.
    await new InvitedPages(page).accept.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' }).click();
    await expect(page.getByRole('link', { name: 'Maya Okafor', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invite Users' })).toHaveCount(0);

    await student.goto('/alerts/feed/');
    await expect(async () => {
      await student.reload();
      await expect(student.getByText('Obi Okafor accepted your invitation')).toBeVisible({ timeout: 2000 });
    }).toPass();

    await pages.invite({ firstName: 'Last', lastName: 'One', email: emailOf('last') });
    const invite = student.getByRole('button', { name: 'Invite a parent' });
    await expect(invite).toHaveAttribute('aria-disabled', 'true');
    await invite.hover();
    await expect(student.getByRole('tooltip')).toContainText('No invitations left.');
    await student.goto('/users/invitations/new/');
    await expect(student.getByText('No invitations left.').first()).toBeVisible();
    await expectAccessible(student);
    await page.context().close();
  });

  test('a revoked invitation shows an explanation on the open page and after the form is sent', async ({
    signedIn,
    problems,
  }) => {
    const mentor = await signedIn('staff');
    const pages = new InvitationPages(mentor);
    const email = emailOf('kim');
    await pages.invite({ firstName: 'Kim', lastName: 'Park', email, role: 'Mentor' });
    const link = await pages.linkTo(email);
    const page = await visit(mentor, problems);
    await page.goto(link);
    await new InvitedPages(page).accept.click();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await pages.openList();
    await pages.act(email, 'Revoke');
    await mentor.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(pages.row(email)).toHaveCount(0);
    await new InvitedPages(page).createAccount(PASSWORD);
    await new InvitedPages(page).expectDead();
    await expectAccessible(page);
    await page.goto(link);
    await new InvitedPages(page).expectDead();
    await page.context().close();
  });

  test('someone signed in to another account sees why the invitation cannot be used, and returns to it after signing out', async ({
    signedIn,
  }) => {
    const staff = await signedIn('staff');
    const pages = new InvitationPages(staff);
    const email = 'mentor@gopath.example';
    await pages.invite({ firstName: 'Elena', lastName: 'Marsh', email, role: 'Mentor' });
    const link = await pages.linkTo(email);
    const page = await signedIn('parent', { at: 'blank' });
    await page.goto(link);
    await expect(page.getByText('You are signed in as Ngozi Okafor (parent@gopath.example).')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept invitation' })).toHaveCount(0);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The address has an account: signing in accepts the invitation.
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(snackbar(page, 'Invitation accepted')).toBeVisible();
    await pages.openList();
    await expect(pages.row(email)).toContainText('Activated');
  });

  test('a person signed in with the invited address accepts with one click', async ({ signedIn }) => {
    const staff = await signedIn('staff');
    const pages = new InvitationPages(staff);
    const email = 'parent@gopath.example';
    await pages.invite({ firstName: 'Ngozi', lastName: 'Okafor', email, role: 'Parent' });
    const page = await signedIn('parent', { at: 'blank' });
    await page.goto(await pages.linkTo(email));
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(snackbar(page, 'Invitation accepted')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('a failed load can be retried', async ({ signedIn, problems }) => {
    const mentor = await signedIn('staff');
    const pages = new InvitationPages(mentor);
    const email = emailOf('tess');
    await pages.invite({ firstName: 'Tess', lastName: 'Moore', email, role: 'Parent' });
    const link = await pages.linkTo(email);
    const page = await visit(mentor, problems);
    await page.route('**/api/invitations/**', (route) => route.abort());
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Could not load the invitation' })).toBeVisible({
      timeout: 20_000,
    });
    await expectAccessible(page);
    await page.unroute('**/api/invitations/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(new InvitedPages(page).accept).toBeVisible();
    await page.context().close();
  });
});

// covers: INV-014
test('a long list loads its next page', async ({ signedIn }) => {
  const page = await signedIn('staff');
  // A server whose responses contain two.
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
