import type { Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../../playwright.config.ts';
import type { TestServer } from '../server.ts';
import { expect, expectAccessible, test } from '../test.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...CHROMIUM_ARGS,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--auto-select-desktop-capture-source=Entire screen',
      ],
    }),
});

/** Keeps the connections of a page, so that a test can read their statistics. */
function keepConnections() {
  const kept: RTCPeerConnection[] = [];
  Object.assign(window, { connections: kept });
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.push(this);
    }
  };
}

/** Returns the video frames that the page decoded, by the size of its open connections. */
const framesOf = (page: Page) =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    let frames = 0;
    for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected')) {
      for (const report of (await connection.getStats()).values() as Iterable<Record<string, unknown>>)
        if (report['type'] === 'inbound-rtp' && report['kind'] === 'video')
          frames += Number(report['framesDecoded']);
    }
    return frames;
  });

/** Waits until the page decodes new frames. */
async function expectVideo(page: Page) {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
}

async function runningRoom(server: TestServer): Promise<string> {
  const [meeting] = await server.query<{ meetId: string }>(
    'SELECT meet_id AS "meetId" FROM booked_meetings WHERE starts_at <= now() AND ends_at > now()',
  );
  return `/meeting_rooms/${meeting?.meetId}/`;
}

/** Opens the page before joining. With a granted camera the browser offers its real addresses to the other one. */
async function openRoom(page: Page, room: string) {
  await page.context().grantPermissions(['camera', 'microphone']);
  await page.addInitScript(keepConnections);
  await page.goto(room);
}

async function join(page: Page, room: string) {
  await openRoom(page, room);
  await page.getByRole('button', { name: 'Join meeting' }).click();
}

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
  await join(student, room);

  await expectVideo(mentor);
  await expectVideo(student);
  await expect(student.getByRole('figure', { name: 'Elena Marsh' })).toBeVisible();
  await expect(student.getByRole('region', { name: 'Meeting note' })).toHaveCount(0);

  // The provider's note is below the video; the line between moves by keyboard and keeps its place.
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
  // A focusable separator is a widget (ARIA's window splitter), which this rule does not know.
  await expectAccessible(mentor, { except: ['focus-order-semantics'] });

  await student.getByRole('button', { name: 'Share screen' }).click();
  await expect(mentor.getByRole('figure', { name: 'Maya Okafor (Sharing the screen)' })).toBeVisible();
  await student.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(mentor.getByRole('figure', { name: 'Maya Okafor', exact: true })).toBeVisible();

  await server.kill();
  await expect(mentor.getByText('Reconnecting. You stay in the call.')).toBeVisible();
  await expectVideo(mentor);
  await server.start();
  await expect(mentor.getByText('Reconnecting. You stay in the call.')).toBeHidden();
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

// covers: MEET-037
test('a room looks missing for everyone else', async ({ signedIn, server }) => {
  const staff = await signedIn('staff');
  await staff.goto(await runningRoom(server));
  await expect(staff.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});
