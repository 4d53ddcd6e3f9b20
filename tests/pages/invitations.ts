import { expect, type Page } from '@playwright/test';
import { snackbar } from './snackbar.ts';
import { emailedLink } from './outbox.ts';

/** The list of invited users, the invite form, and the mail in the outbox. */
export class InvitationPages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async openList() {
    await this.page.goto('/users/invitations/');
    await expect(this.page.getByRole('heading', { name: 'Invited users' })).toBeVisible();
  }

  row(text: string | RegExp) {
    return this.page.getByRole('table', { name: 'Invited users' }).getByRole('row').filter({ hasText: text });
  }

  /** Runs an action of a row, which is visible on hover and focus. */
  async act(text: string, action: 'Send again' | 'Revoke') {
    await this.row(text).hover();
    await this.row(text).getByRole('button', { name: action }).click();
  }

  async fill({
    firstName,
    lastName,
    email,
    role,
  }: {
    firstName: string;
    lastName: string;
    email: string;
    role?: string;
  }) {
    await this.page.getByLabel('First name').fill(firstName);
    await this.page.getByLabel('Last name').fill(lastName);
    await this.page.getByLabel('Email').fill(email);
    if (role !== undefined) await this.page.getByLabel('Role').selectOption({ label: role });
  }

  async submit() {
    await this.page.getByRole('button', { name: 'Send invitation' }).click();
  }

  /** Fills in the empty form and submits it. */
  async invite(person: { firstName: string; lastName: string; email: string; role?: string }) {
    await this.page.goto('/users/invitations/new/');
    await this.fill(person);
    await this.submit();
    await expect(snackbar(this.page, `Invitation sent to ${person.email}`)).toBeVisible();
    await expect(this.page).toHaveURL(/\/users\/invitations\/$/);
  }

  /** Returns the link of the newest email to an address. */
  linkTo(email: string): Promise<string> {
    return emailedLink(this.page, email, /accept_invitation/);
  }
}

/** The pages of an invited person, starting with the emailed link. */
export class InvitedPages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get accept() {
    return this.page.getByRole('button', { name: 'Accept invitation' });
  }

  /** The identity provider's page after 'Accept invitation'. */
  async createAccount(password: string, { birthday }: { birthday?: string } = {}) {
    await this.page.getByLabel('Password').fill(password);
    if (birthday !== undefined) await this.page.getByLabel('Date of birth').fill(birthday);
    await this.page.getByLabel('I agree that GoPath stores').check();
    await this.page.getByRole('button', { name: 'Create account' }).click();
  }

  async expectDead() {
    await expect(this.page.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();
  }
}

/** Returns an address that no other test uses. */
export const emailOf = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@gopath.example`;
