/** What the tests of meeting rooms share: fake cameras, and the statistics of connections. */
import { type Browser, expect, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import type { TestServer } from './server.ts';
import { demoEmail, type DemoPerson } from './test.ts';

/** Chromium with a fake camera, microphone and screen, which it shares without asking. */
export const FAKE_MEDIA_ARGS = [
  ...CHROMIUM_ARGS,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
];

/** Keeps the connections of a page for its statistics; with `isRelayed` they can only use a TURN server. */
function keepConnections(isRelayed: boolean) {
  const kept: RTCPeerConnection[] = [];
  Object.assign(window, { connections: kept });
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, ...(isRelayed ? { iceTransportPolicy: 'relay' } : {}) });
      kept.push(this);
    }
  };
}

/** Returns the video frames that the page decoded on its open connections. */
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
export async function expectVideo(page: Page) {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
}

/** Returns the path of the room of the running demo meeting. */
export async function runningRoom(server: TestServer): Promise<string> {
  const [meeting] = await server.query<{ meetId: string }>(
    'SELECT meet_id AS "meetId" FROM booked_meetings WHERE starts_at <= now() AND ends_at > now()',
  );
  return `/meeting_rooms/${meeting?.meetId}/`;
}

/** Opens the page before joining. With a granted camera the browser offers its real addresses to the other one. */
export async function openRoom(page: Page, room: string, { isRelayed = false } = {}) {
  await page.context().grantPermissions(['camera', 'microphone']);
  await page.addInitScript(keepConnections, isRelayed);
  await page.goto(room);
}

export async function joinRoom(page: Page, room: string, options: { isRelayed?: boolean } = {}) {
  await openRoom(page, room, options);
  await page.getByRole('button', { name: 'Join meeting' }).click();
}

/** Opens a browser that is signed in at a server with its own settings. */
export async function signedInAt(browser: Browser, server: TestServer, person: DemoPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'America/Los_Angeles' });
  const session = server.sessions.find(({ email }) => email === demoEmail(person));
  const domain = new URL(server.url).hostname;
  await context.addCookies(
    (session?.cookies ?? []).map((cookie) => ({ ...cookie, domain, sameSite: 'Lax' as const })),
  );
  return context.newPage();
}
