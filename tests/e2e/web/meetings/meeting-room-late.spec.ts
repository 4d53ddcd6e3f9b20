import { makeNote } from '../../api.ts';
import { FAKE_MEDIA_ARGS, openRoom, runningRoom } from '../../meeting-room.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

/** Makes the browser refuse camera and microphone, as if the person did not allow them. */
function refuseDevices() {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
}

// covers: MEET-043
test('after a meeting people ask to join; without a camera, on a phone, and beside the sent note', async ({
  signedIn,
  server,
}) => {
  const room = await runningRoom(server);
  const meetId = room.split('/')[2];
  const [mentor, student] = [await signedIn('mentor'), await signedIn('student')];
  const [meeting] = await server.query<{ simplybookId: number }>(
    'SELECT simplybook_id AS "simplybookId" FROM booked_meetings WHERE meet_id = $1',
    [meetId],
  );
  const { pk } = await makeNote(mentor, 'What we decided', { simplybookId: meeting?.simplybookId ?? 0 });
  await server.query('UPDATE notes SET sent_at = now() WHERE pk = $1', [pk]);
  await server.query(
    `UPDATE booked_meetings SET starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'
    WHERE meet_id = $1`,
    [meetId],
  );

  await student.setViewportSize({ width: 360, height: 740 });
  await student.addInitScript(refuseDevices);
  await openRoom(student, room);
  await expect(student.getByRole('heading', { name: 'Meeting ended' })).toBeVisible();
  await student.getByRole('button', { name: 'Ask to join' }).click();
  await expect(
    student.getByText('Your browser does not let GoPath use your camera and microphone.'),
  ).toBeVisible();
  await expectNoSideScroll(student);
  await expectAccessible(student);
  await student.getByRole('button', { name: 'Ask to join' }).click();
  await expect(student.getByText('Waiting to be let in')).toBeVisible();

  await openRoom(mentor, room);
  await expect(mentor.getByRole('heading', { name: 'Meeting ended' })).toBeVisible();
  await expect(mentor.getByRole('link', { name: 'Read meeting note' })).toBeVisible();
  await mentor.getByRole('button', { name: 'Open the room' }).click();
  await mentor.getByRole('button', { name: 'Open the room' }).click();
  await expect(mentor.getByText('Maya Okafor wants to join.')).toBeVisible();
  // On a phone the open chat and the request do not cover each other.
  await mentor.setViewportSize({ width: 360, height: 740 });
  await mentor.getByRole('toolbar', { name: 'Call controls' }).getByRole('button', { name: 'More' }).click();
  await mentor.getByRole('menuitem', { name: 'Chat' }).click();
  await expect(mentor.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const [request, chat] = await Promise.all(
    [
      mentor.getByRole('button', { name: 'Decline' }),
      mentor.getByRole('complementary', { name: 'Chat' }),
    ].map((part) => part.boundingBox()),
  );
  expect(chat!.y).toBeGreaterThanOrEqual(request!.y + request!.height);
  await mentor.getByRole('button', { name: 'Let in' }).click();
  await mentor.getByRole('button', { name: 'Close chat' }).press('Enter');
  await expect(mentor.getByRole('button', { name: 'More' })).toBeFocused();
  await mentor.setViewportSize({ width: 1280, height: 800 });
  await expect(student.getByRole('figure', { name: 'Elena Marsh' })).toBeVisible();
  await student.getByRole('button', { name: 'More' }).click();
  await student.getByRole('menuitem', { name: 'People (2)' }).click();
  await expect(student.getByLabel('In the call').getByRole('listitem')).toHaveCount(2);

  const note = mentor.getByRole('region', { name: 'Meeting note' });
  await expect(note.getByRole('heading', { name: 'What we decided' })).toBeVisible();
  await expect(note.getByRole('button', { name: 'Send Meeting Note' })).toHaveCount(0);
});
