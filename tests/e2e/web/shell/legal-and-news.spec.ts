/** The footer with the legal documents, 'What's new', and the entries of the side menu. */
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const DOCUMENTS = {
  'terms-of-use': ['Terms of Use', 'Who can use GoPath'],
  'privacy-policy': ['Privacy Policy', 'Who sees it'],
  'third-party-software': ['Third-Party Software', 'Permission is hereby granted'],
} as const;

// covers: SHEL-008 SHEL-031 SHEL-032 SHEL-033
test('footer buttons and URL hashes open the legal documents on the whole screen', async ({ signedIn }) => {
  const page = await signedIn('student');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
  for (const [slug, [title, text]] of Object.entries(DOCUMENTS)) {
    await page.getByRole('contentinfo').getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText(text).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/#${slug}$`));
    const box = await dialog.locator('[data-headlessui-state]').first().boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
    await page.goBack();
    await expect(dialog).toBeHidden();
  }
  await page.goto('/notes/?by=others#privacy-policy');
  const dialog = page.getByRole('dialog', { name: 'Privacy Policy' });
  await expect(dialog.getByRole('heading', { name: 'Your rights' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/notes\/\?by=others$/);
});

test('visitors can read the legal documents', async ({ page }) => {
  await page.goto('/#terms-of-use');
  const dialog = page.getByRole('dialog', { name: 'Terms of Use' });
  await expect(dialog.getByRole('heading', { name: 'Advice' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

// covers: SHEL-036 SHEL-037 SHEL-038 SHEL-041
test('what’s new shows newer releases once, on a page without an editor', async ({ signedIn, server }) => {
  await server.query(`UPDATE users SET last_release_viewed = 'v1.1.0' WHERE email LIKE 'mentor%'`);
  const page = await signedIn('mentor');
  const dialog = page.getByRole('dialog', { name: 'What’s new' });
  await expect(dialog.getByRole('heading', { name: /^v1\.3\.0/ })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: /^v1\.2\.0/ })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: /^v1\.1\.0/ })).toBeHidden();
  await expectAccessible(page);

  await page.goto('/notes/new/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(dialog).toBeVisible();
  const saved = page.waitForResponse(/update_last_release_viewed/);
  await dialog.getByRole('button', { name: 'Got it' }).click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('what’s new waits until the second visit of a new person', async ({ signedIn, server }) => {
  await server.query(`UPDATE users SET last_release_viewed = '' WHERE email LIKE 'parent%'`);
  const page = await signedIn('parent');
  const dialog = page.getByRole('dialog', { name: 'What’s new' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  // A new tab is a new visit.
  const next = await page.context().newPage();
  await next.goto('/');
  await expect(next.getByRole('dialog', { name: 'What’s new' })).toBeVisible();
});

// covers: SHEL-011 SHEL-012 SHEL-016 SHEL-021 SHEL-022 SHEL-023
test('the side menu has the entries of each role and a link for feedback', async ({ signedIn }) => {
  const shared = ['Dashboard', 'Notes', 'Tasks', 'Learning Center', 'Feedback'];
  const entries = {
    student: {
      shown: ['Roadmap', 'Profile Rating', 'Essays'],
      hidden: ['Students', 'Bug Reports', 'Alerts'],
    },
    parent: { shown: ['Students'], hidden: ['Roadmap', 'Essays', 'Bug Reports', 'Alerts'] },
    staff: { shown: ['Students', 'Bug Reports', 'Alerts'], hidden: ['Roadmap', 'Essays'] },
  } as const;
  for (const [person, { shown, hidden }] of Object.entries(entries)) {
    const page = await signedIn(person as keyof typeof entries);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const name of [...shared, ...shown]) {
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    }
    for (const name of hidden) await expect(menu.getByRole('link', { name, exact: true })).toBeHidden();
    await expect(menu.getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', /^mailto:/);
  }
});

test('new terms are asked for once, after reading them', async ({ signedIn, server }) => {
  await server.query(`UPDATE users SET consent_version = '2025-01-01' WHERE email LIKE 'student%'`);
  const page = await signedIn('student');
  const dialog = page.getByRole('dialog', { name: 'Our terms have changed' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Terms of Use' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of Use' });
  await expect(terms.getByRole('heading', { name: 'Who can use GoPath' })).toBeVisible();
  await terms.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/learning_center/');
  await expect(page.getByRole('heading', { name: 'Tests' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
