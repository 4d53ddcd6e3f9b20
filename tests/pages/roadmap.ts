import type { Locator, Page } from '@playwright/test';
import { snackbar } from './snackbar.ts';

/** A roadmap with its tabs. */
export class RoadmapPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(tab: string, base = '/roadmap/') {
    await this.page.goto(`${base}${tab}`);
    await this.page.getByRole('navigation', { name: 'Roadmap' }).waitFor();
  }

  tab(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Roadmap' }).getByRole('link', { name });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Returns the date field of an exam score, without the button of its calendar. */
  get examDate(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Exam date' });
  }

  /** Returns the snackbar with a text. */
  says(text: string | RegExp): Locator {
    return snackbar(this.page, text).first();
  }

  row(name: string): Locator {
    return this.page.getByRole('row', { name: new RegExp(name) });
  }

  /** Returns the card of a college or an activity. */
  card(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, level: 3 }) });
  }

  /** Expands the card of a college. @returns the card */
  async openCollege(name: string): Promise<Locator> {
    const details = this.page.getByRole('button', { name: `Details of ${name}` });
    await details.and(this.page.locator('[aria-expanded=false]')).click();
    return this.card(name);
  }

  async chooseAction(of: string, action: string) {
    await this.page.getByRole('button', { name: `Actions for ${of}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}
