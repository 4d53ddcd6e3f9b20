import { expectVideo, FAKE_MEDIA_ARGS, joinRoom, openRoom, runningRoom } from '../../meeting-room.ts';
import { expect, expectAccessible, ignoreErrors, test } from '../../test.ts';
import { workerReady } from '../../worker-ready.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

// covers: MEET-037 MEET-040 MEET-041 MEET-042 MEET-044
test('two people meet: video flows both ways, the screen is shared, the call survives a dead server', async ({
  signedIn,
  server,
}) => {
  const room = await runningRoom(server);
  const [mentor, student] = [await signedIn('mentor'), await signedIn('student')];
  await openRoom(mentor, room);
  await expect(mentor.getByRole('heading', { name: 'Roadmap review' })).toBeVisible();
  await expect(mentor.getByRole('navigation')).toHaveCount(0);
  await expect(mentor.getByLabel('Invited').getByRole('listitem')).toContainText(['Mentor', 'Student']);
  await expect(mentor.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
  await expectAccessible(mentor);
  await mentor.getByRole('button', { name: 'Join meeting' }).click();
  await expect(mentor.getByText('Waiting for Maya Okafor.')).toBeVisible();
  await joinRoom(student, room);

  await expectVideo(mentor);
  await expectVideo(student);
  await expect(student.getByRole('figure', { name: 'Elena Marsh' })).toBeVisible();
  await expect(student.getByRole('region', { name: 'Meeting note' })).toHaveCount(0);

  // The note is below the video. The divider between them moves by keyboard and keeps its position.
  const note = mentor.getByRole('region', { name: 'Meeting note' });
  await expect(note.getByRole('button', { name: 'Send Meeting Note' })).toBeVisible();
  const line = mentor.getByRole('separator', { name: 'Size of the video' });
  expect(Math.round(Number(await line.getAttribute('aria-valuenow')))).toBe(75);
  await line.focus();
  await mentor.keyboard.press('ArrowUp');
  await expect(line).not.toHaveAttribute('aria-valuenow', /^75/);
  await mentor.keyboard.press('Home');
  expect(Math.round(Number(await line.getAttribute('aria-valuenow')))).toBe(16);
  await mentor.keyboard.press('End');
  expect(Math.round(Number(await line.getAttribute('aria-valuenow')))).toBe(84);

  await student.keyboard.press('m');
  await expect(
    mentor.getByRole('figure', { name: 'Maya Okafor' }).getByRole('img', { name: 'Microphone off' }),
  ).toBeVisible();
  await student.getByRole('button', { name: 'Chat' }).click();
  await student.getByRole('textbox', { name: 'Message' }).fill('Hello Elena');
  await student.keyboard.press('Enter');
  await mentor.getByRole('button', { name: 'Chat (1 new)' }).click();
  await expect(mentor.getByLabel('Messages')).toContainText('Hello Elena');
  await expectAccessible(mentor);
  await mentor.getByRole('button', { name: 'Close chat' }).press('Enter');
  const chat = mentor.getByRole('button', { name: 'Chat', exact: true });
  await expect(chat).toBeFocused();
  await chat.press('Enter');

  await student.getByRole('button', { name: 'Share screen' }).click();
  await expect(mentor.getByRole('figure', { name: 'Maya Okafor (Sharing the screen)' })).toBeVisible();
  await student.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(mentor.getByRole('figure', { name: 'Maya Okafor', exact: true })).toBeVisible();

  await server.kill();
  await expect(mentor.getByText('Reconnecting. You stay in the call.')).toBeVisible();
  await expectVideo(mentor);
  await student.getByRole('textbox', { name: 'Message' }).fill('Written during the break');
  await student.keyboard.press('Enter');
  await expect(student.getByLabel('Messages')).toContainText(/You Sending…\s*Written during the break/);
  await server.start();
  await expect(mentor.getByText('Reconnecting. You stay in the call.')).toBeHidden();
  await expect(mentor.getByLabel('Messages').getByText('Written during the break')).toHaveCount(1);
  await expect(student.getByText('Sending…')).toHaveCount(0);
  await student.getByRole('textbox', { name: 'Message' }).fill('Back again');
  await student.keyboard.press('Enter');
  await expect(mentor.getByLabel('Messages')).toContainText('Back again');
  await expectVideo(student);

  await student.getByRole('button', { name: 'Leave' }).click();
  await expect(student.getByRole('heading', { name: 'You left the meeting' })).toBeVisible();
  await expectAccessible(student);
  await expect(mentor.getByRole('figure', { name: 'Maya Okafor' })).toHaveCount(0);
  await student.getByRole('button', { name: 'Rejoin' }).click();
  await student.getByRole('button', { name: 'Join meeting' }).click();
  await expectVideo(mentor);
});

test('the camera works when the service worker has stored the app', async ({ signedIn, problems }) => {
  const mentor = await signedIn('mentor', { serviceWorkers: 'allow' });
  await mentor.context().grantPermissions(['camera', 'microphone']);
  await workerReady(mentor);
  const camera = mentor.getByRole('button', { name: 'Turn off camera' });
  await mentor.getByRole('link', { name: 'Join the meeting: Maya Okafor' }).click();
  await expect(camera).toBeVisible();

  await mentor.context().setOffline(true);
  await mentor.reload();
  await expect(camera).toBeVisible();
  await mentor.getByRole('button', { name: 'Join meeting' }).click();
  await expect(mentor.getByText('Connecting. You join when the server can be reached.')).toBeVisible();
  await mentor.context().setOffline(false);
  await expect(mentor.getByText('Waiting for Maya Okafor.')).toBeVisible();
  ignoreErrors(problems);
});

test('a room looks missing for everyone else', async ({ signedIn, server }) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto(await runningRoom(server));
  await expect(staff.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});
