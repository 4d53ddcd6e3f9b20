import { type ElementHandle, expect, type Locator, type Page, type Route } from '@playwright/test';
import { readDrafts } from './drafts.ts';

/** The list of notes, /notes/. */
export class NoteListPage {
  readonly page: Page;
  readonly table: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Notes' });
    this.search = page.getByRole('searchbox', { name: 'Search notes' });
  }

  async open(search = '') {
    await this.page.goto(`/notes/${search}`);
    await this.loaded();
  }

  /** Waits for the rows of the requested page. */
  async loaded() {
    await expect(this.page.getByRole('heading', { level: 1, name: /^Notes \(/ })).toBeVisible();
    await expect(this.table).not.toHaveAttribute('aria-busy', 'true');
  }

  async searchFor(text: string, category?: 'Subject' | 'Body') {
    if (category !== undefined) {
      await this.page.getByRole('combobox', { name: 'Search in' }).selectOption(category);
    }
    await this.search.fill(text);
    await this.search.press('Enter');
    await this.loaded();
  }

  async toggleAuthors(...labels: ('Created by me' | 'Created by others')[]) {
    await this.page.getByRole('button', { name: /^Filter Users/ }).click();
    for (const label of labels) {
      const box = this.page.getByRole('checkbox', { name: label });
      const before = await box.isChecked();
      await box.click();
      // The box shows the state of the address: once it has changed, the list has changed too.
      await expect(box).toBeChecked({ checked: !before });
    }
    await this.page.keyboard.press('Escape');
    await this.loaded();
  }

  /** Filters by kind: 'All notes', 'Meeting notes' or 'Not sent'. */
  async show(kind: string) {
    await this.page.getByRole('combobox', { name: 'Show' }).selectOption(kind);
    await this.loaded();
  }

  async showStudent(fullName: string) {
    await this.page.getByRole('combobox', { name: 'Student' }).selectOption(fullName);
    await this.loaded();
  }

  sortBy(column: string) {
    return this.table.getByRole('columnheader', { name: column }).getByRole('button').click();
  }

  /** Returns the subjects of the shown rows, from top to bottom. */
  async subjects(): Promise<string[]> {
    return this.table
      .getByRole('row')
      .getByRole('link')
      .filter({ hasNotText: /^View$/ })
      .allTextContents();
  }

  row(title: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: title, exact: true }) });
  }

  async expand(title: string): Promise<Locator> {
    const button = this.page.getByRole('button', { name: `Show details of ${title}` });
    const id = await button.evaluate((element: HTMLElement) => {
      element.click();
      return new Promise<string>((resolve) =>
        requestAnimationFrame(() => resolve(element.getAttribute('aria-controls') ?? '')),
      );
    });
    return this.page.locator(`[id="${id}"]`);
  }

  select(title: string) {
    return this.page.getByRole('checkbox', { name: `Select ${title}` }).check();
  }
}

function dropSave(route: Route) {
  const isSave = /(Create|Update)Note/.test(route.request().postData() ?? '');
  return isSave ? route.abort() : route.fallback();
}

/** The form of a note, new or stored. */
export class NoteFormPage {
  readonly page: Page;
  readonly name: Locator;
  readonly body: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    this.page = page;
    this.name = page.getByRole('textbox', { name: 'Name' });
    this.body = page.getByRole('textbox', { name: 'Body' });
    this.save = page.getByRole('button', { name: 'Save', exact: true });
  }

  async open(path: string) {
    await this.page.goto(path);
    await this.body.waitFor();
  }

  /** Types at the end of the text, key by key, as a person does. */
  async write(text: string) {
    await this.body.click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
  }

  /** Replaces the whole text. */
  async rewrite(text: string) {
    await this.body.click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  /** Saves with the keyboard, which stays on the page even after an automatic save. */
  async saveByKey() {
    await this.page.keyboard.press('ControlOrMeta+s');
  }

  /** Drops every save on the network, so that the text stays a draft on this device. */
  async holdSaves() {
    await this.page.context().route('**/graphql', dropSave);
  }

  async releaseSaves() {
    await this.page.context().unroute('**/graphql', dropSave);
  }

  /** Waits until the text is on this device. */
  async keptOnDevice() {
    await expect(this.page.getByText(/^(Draft kept|Offline, kept) on this device$/)).toBeVisible();
    const text = (await this.body.innerText()).split('\n').at(-1) ?? '';
    await expect.poll(() => this.draftsOnDevice()).toContain(text);
  }

  /** Returns the drafts of everyone in this browser, as text. */
  draftsOnDevice(): Promise<string> {
    return this.page.evaluate(readDrafts);
  }

  async noDraftsOnDevice() {
    // After a sign-out the page loads again: a read during the navigation fails.
    await expect(async () => expect(await this.draftsOnDevice()).toBe('[]')).toPass();
  }

  /** Returns the element of the editor, to check that it stays mounted. */
  editorElement() {
    return this.body.elementHandle() as Promise<ElementHandle<HTMLElement>>;
  }

  saved() {
    return expect(this.page.getByText(/^Saved \d/)).toBeVisible();
  }
}

/** The confirmation dialog before a meeting note is sent. */
export class SendDialog {
  readonly dialog: Locator;
  readonly send: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Send Meeting Note?' });
    this.send = this.dialog.getByRole('button', { name: 'Send', exact: true });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel' });
  }
}
