/** The invited person's path from the email to the first page. */
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { expectFits } from '#tests/helpers/browser/page-width.ts';
import { emailOf, InvitationPages, InvitedPages } from '../../../pages/invitations.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, test, watch } from '../../test.ts';

// axe checks each screen twice.
test.setTimeout(180_000);

test.describe('the invited person', () => {
  const PASSWORD = 'a long enough password';

  /** Opens a page in a new person's browser. */
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
    const mentor = await signedIn('staff', { at: 'blank' });
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

    // A used link shows the same page as a link that never existed.
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
    const mentor = await signedIn('staff', { at: 'blank' });
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
    const staff = await signedIn('staff', { at: 'blank' });
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
    // The invited address has an account, so signing in accepts the invitation.
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(snackbar(page, 'Invitation accepted')).toBeVisible();
    await pages.openList();
    await expect(pages.row(email)).toContainText('Activated');
  });

  test('a person signed in with the invited address accepts with one click', async ({ signedIn }) => {
    const staff = await signedIn('staff', { at: 'blank' });
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
    const mentor = await signedIn('staff', { at: 'blank' });
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
