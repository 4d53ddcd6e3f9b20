import { type DemoPerson, expect, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

/** A small phone, a tablet upright, and a tablet on its side. */
const WIDTHS = [320, 768, 1024];

/** Pages besides those of the main menu. */
const MORE_PAGES: Record<DemoPerson, string[]> = {
  student: ['/me/', '/me/settings/', '/meetings/book/'],
  parent: ['/me/'],
  mentor: ['/me/', '/meetings/availability/'],
  staff: ['/users/invitations/new/'],
};

for (const [person, more] of Object.entries(MORE_PAGES) as [DemoPerson, string[]][]) {
  test(`no page of the ${person} is wider than its window`, async ({ signedIn }) => {
    const page = await signedIn(person);
    const links = page.getByRole('navigation', { name: 'Main' }).locator('a[href^="/"]');
    const menu = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(menu.length).toBeGreaterThan(4);
    for (const path of new Set([...menu, ...more])) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page, `${path} at ${width} px`);
      }
    }
  });
}
