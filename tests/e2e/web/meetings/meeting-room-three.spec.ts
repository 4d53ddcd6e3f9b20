import { expectVideo, FAKE_MEDIA_ARGS, joinRoom, openConnections, runningRoom } from '../../meeting-room.ts';
import { NetworkPath } from '../../network-path.ts';
import { expect, test } from '../../test.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

// covers: MEET-038
test('three people meet, lose their network for 10 seconds, see each other again, and one leaves', async ({
  signedIn,
  server,
}) => {
  const room = await runningRoom(server);
  const path = new NetworkPath();
  try {
    const people = [await signedIn('mentor'), await signedIn('student'), await signedIn('parent')] as const;
    for (const page of people) await joinRoom(page, room, { path });
    for (const page of people) await expectVideo(page, 2);
    const [mentor, student, parent] = people;

    // Packets between the browsers are dropped; the server stays reachable.
    await path.cutFor(10_000, async () => {
      for (const page of people) await expect.poll(() => openConnections(page), { timeout: 60_000 }).toBe(0);
      await expect(mentor.getByRole('img', { name: 'Reconnecting' }).first()).toBeVisible();
    });
    for (const page of people) await expectVideo(page, 2);
    await expect(mentor.getByRole('img', { name: 'Reconnecting' })).toHaveCount(0);

    await parent.getByRole('button', { name: 'Leave' }).click();
    await expect(parent.getByRole('heading', { name: 'You left the meeting' })).toBeVisible();
    for (const page of [mentor, student]) {
      await expect(page.getByRole('figure', { name: 'Ngozi Okafor' })).toHaveCount(0);
      await expectVideo(page, 1);
    }
  } finally {
    path.close();
  }
});
