import type { Page } from '@playwright/test';
import type { RoomRequest } from '#shared/rooms/schema.ts';
import { expectVideo, FAKE_MEDIA_ARGS, joinRoom, runningRoom } from '../../meeting-room.ts';
import { expect, test } from '../../test.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

function isOffer(request: RoomRequest): boolean {
  return (
    request.type === 'signal' &&
    'description' in request.signal &&
    request.signal.description.type === 'offer'
  );
}

/** Loses the first offer that the page sends. @returns how many offers the page has sent */
async function loseFirstOffer(page: Page): Promise<() => number> {
  let offers = 0;
  await page.routeWebSocket(/\/api\/meeting_rooms\/.*\/socket\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isNewOffer = isOffer(JSON.parse(message.toString()) as RoomRequest);
      if (isNewOffer) offers += 1;
      if (!isNewOffer || offers > 1) server.send(message);
    });
  });
  return () => offers;
}

// covers: MEET-038
test('people see each other even if the first offers are lost', async ({ signedIn, server }) => {
  const room = await runningRoom(server);
  const people = [await signedIn('mentor'), await signedIn('student')];
  const offers = await Promise.all(people.map(loseFirstOffer));
  for (const page of people) await joinRoom(page, room);
  for (const page of people) await expectVideo(page);
  expect(Math.max(...offers.map((count) => count()))).toBeGreaterThan(1);
});
