import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

test('the popup opens the side panel with the meeting that it shows', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.openPopup());
  await expect(popup.meeting).toContainText('Maya Okafor');
  await popup.openNotes();
  const panel = new PanelPage(await extension.surface('sidepanel'));
  await expect(panel.student).toHaveText('Maya Okafor');
});

for (const [event, words] of [
  ['menu', 'context menu'],
  ['shortcut', 'keyboard shortcut'],
] as const) {
  test(`the ${words} opens the side panel at the running meeting`, async ({ extension, signInAs }) => {
    await signInAs('mentor');
    await extension.dispatch(event, 'another-entry');
    await extension.dispatch(event, 'open-meeting-notes');
    const panel = new PanelPage(await extension.surface('sidepanel'));
    await expect(panel.student).toHaveText('Maya Okafor');
  });
}

// The browser returns an empty key for reserved shortcuts.
test('the browser lists the shortcuts with their descriptions', async ({ extension }) => {
  const backstage = await extension.backstage();
  const commands = await backstage.evaluate(() => chrome.commands.getAll());
  expect(commands.map(({ name, description, shortcut }) => [name, description, shortcut])).toEqual(
    expect.arrayContaining([
      ['open-meeting-notes', 'Open meeting notes', 'Alt+Shift+M'],
      ['report-bug', 'Report a bug in GoPath', 'Alt+Shift+U'],
      ['_execute_action', '', 'Alt+Shift+G'],
    ]),
  );
});
