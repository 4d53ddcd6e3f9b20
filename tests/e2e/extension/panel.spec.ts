import {
  type BookedMeetingsQuery,
  BookedMeetingsDocument,
} from '#src/transport/generated/meetings/graphql.ts';
import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

test('the panel follows the meeting room that the tab shows', async ({ extension, server, signInAs }) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.openPopup());
  await popup.openNotes();
  const panel = new PanelPage(await extension.surface('sidepanel'));
  await expect(panel.student).toHaveText('Maya Okafor');

  const meetings = (await panel.page.evaluate((sent) => chrome.runtime.sendMessage(sent), {
    gopath: 'graphql',
    input: {
      id: '1',
      query: BookedMeetingsDocument.toString(),
      variables: { period: 'UPCOMING', count: 20 },
    },
  })) as { data: BookedMeetingsQuery };
  const meeting = meetings.data.bookedMeetings.edges.find(
    ({ node }) => node.client.fullName === 'Noah Lindqvist',
  );
  const tab = await extension.context.newPage();
  await tab.goto(`${server.url}/meeting_rooms/${meeting?.node.meetId}/`);
  await expect(panel.student).toHaveText('Noah Lindqvist');

  // A manual choice lasts until the tab changes to another room.
  await panel.choose('Aisha Rahman');
  await tab.reload();
  await expect(panel.student).toHaveText('Aisha Rahman');
});

test('the panel shows the student’s due tasks and latest notes', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.openPopup());
  await popup.openNotes();
  const panel = new PanelPage(await extension.surface('sidepanel'));
  await expect(panel.student).toHaveText('Maya Okafor');

  await panel.page.getByText('Upcoming tasks of Maya').click();
  const tasks = panel.page.getByRole('group').filter({ hasText: 'Upcoming tasks of Maya' });
  const link = tasks.getByRole('link').first();
  await expect(link).toHaveAttribute('href', /tasks\/.+\/\d+\/$/);
  const name = (await link.textContent()) ?? '';
  await tasks.getByRole('checkbox', { name: `Complete ${name}` }).click();
  await expect(panel.page.getByText(`Completed ${name}`, { exact: true })).toBeVisible();
  await panel.page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks.getByRole('checkbox', { name: `Complete ${name}` })).toBeVisible();

  await panel.page.getByText('Recent notes about Maya').click();
  const notes = panel.page.getByRole('group').filter({ hasText: 'Recent notes about Maya' });
  await expect(notes.getByRole('link').first()).toHaveAttribute('href', /notes\/\d+\/$/);
});

test('a student sees no note editor, and a link to the app', async ({ extension, signInAs }) => {
  await signInAs('student');
  const page = await extension.open('sidepanel');
  await expect(page.getByRole('heading', { name: 'Mentors write meeting notes here' })).toBeVisible();
});
