import { expect, type Locator, type Page } from '@playwright/test';

/** The side panel with a meeting's note. */
export class PanelPage {
  readonly page: Page;
  readonly student: Locator;
  readonly name: Locator;
  readonly body: Locator;

  constructor(page: Page) {
    this.page = page;
    this.student = page.getByRole('heading', { level: 1 });
    this.name = page.getByRole('textbox', { name: 'Name' });
    this.body = page.getByRole('textbox', { name: 'Body' });
  }

  async choose(student: string) {
    await expect(this.student).toBeVisible();
    if (!(await this.page.getByRole('heading', { name: 'Choose a meeting' }).isVisible())) {
      await this.page.getByRole('button', { name: 'Choose another meeting' }).click();
    }
    await this.page
      .getByRole('region', { name: 'Upcoming' })
      .getByRole('button', { name: student })
      .first()
      .click();
    await expect(this.student).toHaveText(student);
  }

  /** Replaces the whole text. */
  async write(text: string) {
    await this.body.click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  async append(text: string) {
    await this.body.click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
  }

  async expectState(text: string | RegExp) {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 20_000 });
  }

  /** Opens the dialog that creates a task from a line. */
  async makeTask(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Make tasks' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Make tasks' });
    await dialog.waitFor();
    return dialog;
  }

  /** Presses send. @returns the confirmation dialog, with its recipients */
  async send(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Send Meeting Note' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Send Meeting Note?' });
    await dialog.getByRole('list', { name: 'Recipients' }).waitFor();
    return dialog;
  }
}
