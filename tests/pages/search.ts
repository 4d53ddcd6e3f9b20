import { expect, type Locator, type Page } from '@playwright/test';

/** The search dialog of the top bar. */
export class SearchDialog {
  readonly page: Page;
  readonly button: Locator;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly choices: Locator;
  readonly marked: Locator;

  constructor(page: Page) {
    this.page = page;
    this.button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    this.dialog = page.getByRole('dialog', { name: 'Search' });
    this.field = this.dialog.getByRole('combobox', { name: 'Search' });
    this.choices = this.dialog.getByRole('option');
    this.marked = this.dialog.getByRole('option', { selected: true });
  }

  /** Opens it with its button. */
  async open() {
    await this.button.click();
    await expect(this.field).toBeFocused();
  }

  /** Returns the results of one kind. */
  group(name: string): Locator {
    return this.dialog.getByRole('group', { name, exact: true }).getByRole('option');
  }

  /** Types a search text. */
  async find(words: string) {
    await this.field.fill(words);
  }

  choice(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name });
  }
}
