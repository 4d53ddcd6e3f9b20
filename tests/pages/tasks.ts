import { expect, type Locator, type Page } from '@playwright/test';
import { paths } from '#shared/kernel/paths.ts';
import { makeList } from '../e2e/api.ts';

/** A list's page with a task next to it, and the lists of the side menu. */
export class TasksPage {
  readonly page: Page;
  readonly menu: Locator;
  readonly open: Locator;
  readonly quickAdd: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('navigation', { name: 'Main' });
    this.open = page.getByRole('list', { name: 'Tasks', exact: true });
    this.quickAdd = page.getByRole('textbox', { name: 'Add a task' });
  }

  /** Returns the snackbar with a text. */
  message(text: string | RegExp): Locator {
    return this.page.locator('[data-kind]').filter({ hasText: text });
  }

  /** Waits for the lists of the side menu: their arrival moves what is below. */
  async menuLoaded() {
    for (const [title, empty] of [
      ['Favorites', 'Star a list to pin it here.'],
      ['My To-Do Lists', 'No lists yet.'],
    ] as const) {
      const lists = this.menu.getByRole('region', { name: title });
      await expect(lists.getByRole('link').or(lists.getByText(empty)).first()).toBeVisible();
    }
  }

  /** Creates a list with the side menu and opens it. */
  async addList(name: string) {
    await this.menuLoaded();
    await this.menu.getByRole('button', { name: 'Add list', exact: true }).click();
    await this.page.getByRole('dialog').getByLabel('Name').fill(name);
    await this.page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  /** Creates a list through the API and opens its page, for tests that are not about adding lists. */
  async openNewList(name: string) {
    const { slug } = await makeList(this.page, name);
    await this.page.goto(paths.taskList(slug));
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  async openList(name: string) {
    await this.menuLoaded();
    await this.menu.getByRole('link', { name }).first().click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  /** Types a line and adds it. */
  async add(line: string, name: string) {
    await this.quickAdd.fill(line);
    await this.quickAdd.press('Enter');
    await expect(this.task(name)).toBeVisible();
  }

  /** Returns an open task of the list. */
  task(name: string): Locator {
    return this.open
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  async names(): Promise<string[]> {
    return this.open.getByRole('link').allTextContents();
  }

  async complete(name: string) {
    await this.open.getByRole('checkbox', { name: `Complete ${name}` }).click();
  }

  /** Opens a task next to the list. @returns its panel */
  async openTask(name: string): Promise<Locator> {
    await this.open.getByRole('link', { name, exact: true }).click();
    const detail = this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name }) });
    await expect(detail).toBeVisible();
    return detail;
  }

  async act(name: string, action: string) {
    await this.task(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  /** Searches for a list in the move dialog, which only shows the first few. */
  async moveTarget(name: string, list: string): Promise<Locator> {
    await this.act(name, 'Move to another list');
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Search lists').fill(list);
    return dialog.getByRole('button', { name: list });
  }

  completed(): Locator {
    return this.page.getByRole('region', { name: /^Completed/ });
  }

  async actOnList(action: string) {
    await this.page.getByRole('button', { name: 'Actions for this list' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}
