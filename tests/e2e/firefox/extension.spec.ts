import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { findFirefox } from '../../helpers/find-firefox.ts';
import { FirefoxBrowser, Key } from '../../helpers/firefox.ts';
import { demoEmail, expect, test as base } from '../test.ts';

const test = base.extend<{ firefox: FirefoxBrowser }>({
  firefox: async ({ server }, use) => {
    const firefox = await FirefoxBrowser.launch(server.url);
    await use(firefox);
    const problems = await firefox.problems().finally(() => firefox.close());
    expect(problems, 'nothing unexpected in the console').toEqual([]);
  },
});

test.skip(findFirefox() === null, 'No Firefox that the extension installs in is here.');
test.setTimeout(240_000);

test('a mentor signs in, writes in the sidebar while the background page is stopped, sends, and signs out', async ({
  firefox,
}) => {
  await firefox.showTab('/welcome.html');
  await firefox.signIn(demoEmail('mentor'), DEMO_PASSWORD);
  await firefox.showTab('/welcome.html');
  await firefox.expectText('You are signed in.');

  // Firefox opens the sidebar by itself once, when the extension is installed.
  await firefox.closeSidebar();
  await firefox.openPopup();
  await firefox.expectText(/Meeting with Maya Okafor[^]*Next tasks[^]*Pinned[^]*Priya Natarajan/);
  await firefox.press('Open notes');
  await firefox.show('sidepanel');
  await firefox.expectText(/Maya Okafor[^]*Send Meeting Note/);
  await firefox.type('Name', 'Junior spring planning');
  await firefox.write('Body', 'Register for the May SAT. ');
  await firefox.expectText(/\nSaved/);

  await firefox.backgroundStopped();
  await firefox.type('Body', 'Bring the list.');
  await firefox.expectText(/May SAT\. Bring the list\.[^]*\nSaved/);
  await firefox.press('Send Meeting Note');
  await firefox.press('Send');
  await firefox.expectText('This meeting note has been sent successfully.');
  await firefox.expectText(/May SAT\. Bring the list\./);

  await firefox.backgroundStopped();
  await firefox.openPopup();
  await firefox.press('Sign out', 'header');
  await firefox.press('Sign out', 'section[aria-label="Sign out"]');
  await firefox.expectText('Sign in to GoPath');
  await firefox.show('sidepanel');
  await firefox.expectText('Sign in to GoPath');
  expect(await firefox.text()).not.toContain('Maya Okafor');
});

test('shortcuts, context menu and the keyword are there', async ({ firefox, server }) => {
  await firefox.showTab('/welcome.html');
  await firefox.signIn(demoEmail('mentor'), DEMO_PASSWORD);
  await firefox.showTab('/welcome.html');
  await firefox.expectText('You are signed in.');
  await firefox.closeSidebar();
  await firefox.backgroundStopped();

  await firefox.pressKeys(Key.ALT, Key.SHIFT, 'M');
  await firefox.show('sidepanel');
  await firefox.expectText('Maya Okafor');
  await firefox.closeSidebar();
  await firefox.pressKeys(Key.ALT, Key.SHIFT, 'G');
  await firefox.show('popup');
  await firefox.expectText('Meeting with Maya Okafor');
  await firefox.pressKeys(Key.ESCAPE);

  await firefox.showTab('/welcome.html');
  await firefox.visit(server.url);
  await firefox.openContextMenu();
  await expect.poll(() => firefox.menuEntries()).toEqual(['Open meeting notes', 'Report a bug in GoPath']);
  await firefox.chooseEntry('Open meeting notes');
  await expect.poll(() => firefox.isSidebarOpen()).toBe(true);

  await firefox.typeAddress('gp SAT');
  await expect
    .poll(() => firefox.addressLines())
    .toContainEqual(expect.stringContaining('Task: Register for the spring SAT (SAT preparation)'));
});

test('who took back the right to talk to the server is asked for it when they sign in', async ({
  firefox,
}) => {
  await firefox.showTab('/welcome.html');
  await firefox.takeBack('http://localhost/*');
  await firefox.press('Sign in');
  await firefox.answerQuestion('deny');
  await firefox.expectText('The browser did not allow this address.');
  await firefox.press('Sign in');
  await firefox.answerQuestion('allow');
  await firefox.showTab('/oidc/interaction/');
});
