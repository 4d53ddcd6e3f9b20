import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { snackbar } from '../../pages/snackbar.ts';
import { TasksPage } from '../../pages/tasks.ts';
import { expectAccessible } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(180_000);

/** A list of the demo student. */
const LIST = 'College list';

test('a line of the meeting note becomes a task in the panel; the student finds it with its link back', async ({
  extension,
  signInAs,
  signedIn,
}) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.openPopup());
  await popup.openNotes();
  const panel = new PanelPage(await extension.surface('sidepanel'));
  await panel.choose('Maya Okafor');
  const title = 'Talk by phone';
  const line = 'Ask for the transcript by phone';
  const other = 'Thank the counselor by phone';
  await panel.name.fill(title);
  await panel.write(line);
  await panel.page.keyboard.press('Enter');
  await panel.page.keyboard.type(other);

  // The note is saved first, because a task links to a stored note.
  const dialog = await panel.makeTask();
  await dialog.getByRole('checkbox', { name: line }).check();
  await dialog.getByLabel('List').selectOption({ label: LIST });
  await expectAccessible(panel.page);
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.body).toContainText(other);

  // The message stays while the pointer is on it, and leaves the button free.
  const added = snackbar(panel.page, `Added ${line}`);
  await added.hover();
  const send = await panel.send();
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.page.getByText('Sent', { exact: true })).toBeVisible();
  const later = await panel.makeTask();
  await expect(later.getByRole('checkbox', { name: line })).toBeDisabled();
  await later.getByRole('checkbox', { name: other }).check();
  await later.getByLabel('List').selectOption({ label: LIST });
  await later.getByRole('button', { name: 'Add task' }).click();
  await expect(later).toBeHidden();

  const student = await signedIn('student');
  const tasks = new TasksPage(student);
  for (const name of [line, other]) {
    await tasks.openList(LIST);
    const task = await tasks.openTask(name);
    await task.getByRole('link', { name: title }).click();
    await expect(student).toHaveURL(/\/notes\/\d+\/$/);
    await expect(student.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('a line that cannot become a task shows why and stays', async ({ extension, server, signInAs }) => {
  await signInAs('mentor');
  const panel = new PanelPage(await extension.open('sidepanel'));
  await panel.choose('Sofia Alvarez');
  await panel.name.fill('Offline');
  await panel.write('Order two test books.');
  await panel.expectState(/^Saved/);
  const dialog = await panel.makeTask();
  await dialog.getByRole('checkbox', { name: 'Order two test books.' }).check();
  await expect(dialog.getByLabel('List')).toBeVisible();
  await server.kill();
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('checkbox', { name: 'Order two test books.' })).toBeChecked();
  await server.start();
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
});
