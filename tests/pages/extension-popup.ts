import type { Locator, Page } from '@playwright/test';

/** The toolbar button's popup. */
export class PopupPage {
  readonly page: Page;
  readonly meeting: Locator;
  readonly nextTasks: Locator;
  readonly pinned: Locator;

  constructor(page: Page) {
    this.page = page;
    this.meeting = page.getByRole('region', { name: /^(Next meeting|Meeting now)$/ });
    this.nextTasks = page.getByRole('region', { name: 'Next tasks' });
    this.pinned = page.getByRole('region', { name: 'Pinned' }).getByRole('link');
  }

  /** Opens the panel with the note of the shown meeting. */
  async openNotes() {
    await this.page
      .getByRole('button', { name: 'Open notes' })
      .click()
      .catch((error: Error) => {
        // The popup closes, sometimes before the click is confirmed.
        if (!error.message.includes('has been closed')) throw error;
      });
  }

  async signOut() {
    await this.page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    await this.page
      .getByRole('region', { name: 'Sign out' })
      .getByRole('button', { name: /sign out/i })
      .click();
  }
}
