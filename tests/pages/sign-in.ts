import type { Page } from '@playwright/test';

/** The signed-out start page, and the identity provider's form behind its button. */
export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signIn(email: string, password: string) {
    await this.page.getByRole('button', { name: 'Sign In' }).click();
    await this.fill(email, password);
  }

  /** Fills in the identity provider's form. */
  async fill(email: string, password: string) {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
}
