import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { findFirefox } from '../../helpers/browser/find-firefox.ts';
import { FirefoxBrowser } from '../../helpers/browser/firefox.ts';
import { Key } from '../../helpers/browser/firefox-session.ts';
import { alertIsMade, resetAlerts } from '../alerts.ts';
import { addTaskForStudent } from '../api.ts';
import { startServerProcess } from '../server.ts';
import { storedPicture, storedReports } from '../stored-reports.ts';
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

  // Firefox opens the sidebar once after the installation.
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

test('shortcuts, the context menu and the keyword work', async ({ firefox, server }) => {
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
  // Firefox drops suggestions after three seconds, which a busy machine can take: typing on asks again.
  const suggestions = async () => {
    const lines = await firefox.addressLines();
    if (lines.length < 2) await firefox.typeAddress(' ');
    return lines;
  };
  await expect
    .poll(suggestions, { intervals: [4_000], timeout: 60_000 })
    .toContainEqual(
      expect.stringContaining('Task: Register for the spring SAT (Maya Okafor, SAT preparation)'),
    );
});

test('signing in asks again for the revoked permission to reach the server', async ({ firefox }) => {
  await firefox.showTab('/welcome.html');
  await firefox.revokePermission('http://localhost/*');
  await firefox.press('Sign in');
  await firefox.answerQuestion('deny');
  await firefox.expectText('The browser did not allow this address.');
  await firefox.press('Sign in');
  await firefox.answerQuestion('allow');
  await firefox.showTab('/oidc/interaction/');
});

test('notifications show after the person allows them, and open their page', async ({
  firefox,
  signedIn,
}) => {
  const student = await signedIn('student', { at: 'blank' });
  const mentor = await signedIn('mentor', { at: 'blank' });
  await resetAlerts(student);
  await firefox.showTab('/welcome.html');
  await firefox.signIn(demoEmail('student'), DEMO_PASSWORD);
  await firefox.showTab('/welcome.html');
  await firefox.expectText('You are signed in.');

  await firefox.openPage('options');
  await firefox.press('Notifications');
  await firefox.answerQuestion('deny');
  expect(await firefox.hasPermission('notifications')).toBe(false);
  await firefox.press('Notifications');
  await firefox.answerQuestion('allow');
  await expect.poll(() => firefox.hasPermission('notifications')).toBe(true);

  await firefox.backgroundStopped();
  await addTaskForStudent(mentor, 'Shown in Firefox');
  await alertIsMade(student, 'Shown in Firefox');
  await firefox.ring('alerts');
  await expect.poll(() => firefox.notifications()).toEqual(['New task: Shown in Firefox']);
  await firefox.clickNotification('New task: Shown in Firefox');
  await firefox.showTab('/app.html#/tasks/');
  await firefox.expectText('Shown in Firefox');
});

test('a bug is reported from the context menu, with personal data covered in the screenshot', async ({
  firefox,
  server,
  signedIn,
}) => {
  await firefox.showTab('/welcome.html');
  await firefox.signIn(demoEmail('student'), DEMO_PASSWORD);
  await firefox.showTab('/welcome.html');
  await firefox.expectText('You are signed in.');
  await firefox.visit(`${server.url}/sign_in/?secret=in-the-query`);
  await firefox.expectText('Sign In');
  await firefox.openContextMenu();
  await firefox.chooseEntry('Report a bug in GoPath');
  await firefox.showTab('/bug_reports/new/');
  // The form of a report with a screenshot replaces the one without.
  await firefox.expectText('Preview');
  await firefox.type('What went wrong?', 'Seen in Firefox');
  await firefox.press('Preview');
  await firefox.expectText('This is what will be sent');
  await firefox.press('Send report');
  await firefox.expectText('Your bug report was sent. Thank you.');

  const staff = await signedIn('staff', { at: 'blank' });
  const [stored, ...others] = await storedReports(staff, 'Seen in Firefox');
  expect(others).toEqual([]);
  expect(stored?.page).toBe(`${server.url}/sign_in/`);
  expect(stored?.screenshot).not.toBeNull();
  const picture = await storedPicture(staff, stored as NonNullable<typeof stored>);
  const colors = await picture.colors([0, 0, 1, 1]);
  expect(colors).toContain('000000');
  expect(colors.length).toBeGreaterThan(10);
});

test('another server is used after the browser allows it', async ({ firefox }) => {
  const other = await startServerProcess({}, { host: '127.0.0.1' });
  try {
    await firefox.showTab('/welcome.html');
    await firefox.signIn(demoEmail('mentor'), DEMO_PASSWORD);
    await firefox.showTab('/welcome.html');
    await firefox.expectText('You are signed in.');
    await firefox.openPage('options');
    await firefox.expectText('mentor@gopath.example');
    await firefox.write('Address', other.url);
    await firefox.press('Check and use');
    await firefox.answerQuestion('deny');
    await firefox.expectText('The browser did not allow this address.');
    await firefox.expectText('mentor@gopath.example');
    await firefox.press('Check and use');
    await firefox.answerQuestion('allow');
    await firefox.expectText('Server changed. Sign in to continue.');

    await firefox.signIn(demoEmail('student'), DEMO_PASSWORD);
    await firefox.showTab('/options.html');
    await firefox.expectText('student@gopath.example');
  } finally {
    await other.stop();
  }
});
