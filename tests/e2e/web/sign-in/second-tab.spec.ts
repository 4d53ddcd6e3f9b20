import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { NoteFormPage } from '../../../pages/notes.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { countNotes } from '../../api.ts';
import { demoEmail, expect, test } from '../../test.ts';

test('a page never saves or shows its text as the person who signed in in another tab', async ({
  signedIn,
}) => {
  const first = await signedIn('mentor');
  const second = await first.context().newPage();
  const form = new NoteFormPage(second);
  await form.open('/notes/new/');
  // Delays the requests of the second tab, so that it cannot notice the time without a session.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await second.route(/\/(graphql|api\/.*)$/, async (route) => {
    await released;
    await route.fallback();
  });

  await first.getByRole('button', { name: /^Your account/ }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  await new SignInPage(first).signIn(demoEmail('staff'), DEMO_PASSWORD);
  await expect(first.getByRole('button', { name: /^Your account, Samuel Whitfield/ })).toBeVisible();

  const title = 'Written by the mentor in the second tab';
  await form.name.fill(title);
  await form.rewrite('Only for the mentor.');
  await expect(second.getByText('Saving')).toBeVisible();
  release();
  await expect(second.getByRole('button', { name: /^Your account, Samuel Whitfield/ })).toBeVisible();
  await expect(form.name).toHaveValue('');
  expect(await countNotes(second, title)).toBe(0);
});
