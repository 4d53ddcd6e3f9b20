import type { Page } from '@playwright/test';

/** The page of a new report, and the staff pages of reports. */
export class BugReportPages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the form by its address. */
  async visitForm() {
    await this.page.goto('/bug_reports/new/');
    await this.page.getByRole('heading', { name: 'Report a bug' }).waitFor();
  }

  /** Opens the form from the user menu. */
  async openForm() {
    await this.page.getByRole('button', { name: /^Your account/ }).click();
    await this.page.getByRole('menuitem', { name: 'Report a bug' }).click();
    await this.page.getByRole('heading', { name: 'Report a bug' }).waitFor();
  }

  get description() {
    return this.page.getByLabel('What went wrong?');
  }

  /** The reports that wait on this device. */
  get unsent() {
    return this.page.getByRole('region', { name: 'Not sent yet' });
  }

  get picture() {
    return this.page.getByRole('application', { name: 'Screenshot', exact: true });
  }

  choosePicture(buffer: Buffer, name = 'screen.png', mimeType = 'image/png') {
    return this.page.getByLabel('Screenshot file').setInputFiles({ name, mimeType, buffer });
  }

  /** Drags from one point of the picture to another, both as fractions of its width and height. */
  async drag(from: [number, number], to: [number, number]) {
    const box = await this.picture.boundingBox();
    if (box === null) throw new Error('No picture is shown.');
    const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
    await this.page.mouse.move(...at(from));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(to), { steps: 4 });
    await this.page.mouse.up();
  }

  async send() {
    await this.page.getByRole('button', { name: 'Send report' }).click();
  }
}
