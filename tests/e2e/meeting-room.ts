/** Helpers for the tests of meeting rooms: fake cameras, and the statistics of connections. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import type { NetworkPath } from './network-path.ts';
import type { PooledServer } from './server-pool.ts';
import { demoEmail, type DemoPerson } from './test.ts';

/** Chromium with a fake camera, microphone and screen, which it shares without asking. */
export const FAKE_MEDIA_ARGS = [
  ...CHROMIUM_ARGS,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
];

/** How a page reaches the others: by a TURN server only, or through a path that the test can cut. */
interface Reach {
  isRelayed?: boolean;
  path?: NetworkPath;
}

/**
 * Keeps the connections of a page for its statistics. With `isRelayed` they can only use a TURN server. With
 * `isOnPath` they can only use the forwarders of a {@link NetworkPath}: they get the other side's UDP and
 * IPv4 candidates, with the forwarder's port.
 */
function keepConnections({ isRelayed, isOnPath }: { isRelayed: boolean; isOnPath: boolean }) {
  const kept: RTCPeerConnection[] = [];
  Object.assign(window, { connections: kept });
  const { forwarderTo } = window as unknown as {
    forwarderTo: (address: string, port: number) => Promise<number>;
  };
  const onPath = async (candidate: string): Promise<string | null> => {
    const found = /^(.*? udp \d+ )(\d+\.\d+\.\d+\.\d+) (\d+)( typ host.*)$/i.exec(candidate);
    if (found === null) return null;
    const [, start, address = '', port, end] = found;
    return `${start}${address} ${await forwarderTo(address, Number(port))}${end}`;
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, ...(isRelayed ? { iceTransportPolicy: 'relay' } : {}) });
      kept.push(this);
    }

    override async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      if (!isOnPath) return super.setRemoteDescription(description);
      const lines = await Promise.all(
        (description.sdp ?? '')
          .split('\r\n')
          .map(async (line) => (line.startsWith('a=candidate:') ? onPath(line) : line)),
      );
      const sdp = lines.filter((line) => line !== null).join('\r\n');
      return super.setRemoteDescription({ ...description, sdp });
    }

    override async addIceCandidate(candidate?: RTCIceCandidateInit | null): Promise<void> {
      if (!isOnPath || !candidate?.candidate) return super.addIceCandidate(candidate ?? undefined);
      const text = await onPath(candidate.candidate);
      if (text !== null) await super.addIceCandidate({ ...candidate, candidate: text });
    }
  };
}

/** Returns the video frames that the page decoded on each open connection, the fewest first. */
const framesOf = (page: Page) =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const frames = connections
      .filter(({ connectionState }) => connectionState === 'connected')
      .map(async (connection) => {
        let decoded = 0;
        for (const report of (await connection.getStats()).values() as Iterable<Record<string, unknown>>)
          if (report['type'] === 'inbound-rtp' && report['kind'] === 'video')
            decoded += Number(report['framesDecoded']);
        return decoded;
      });
    return (await Promise.all(frames)).sort((a, b) => a - b);
  });

/** Returns how many connections of the page are open now. */
export const openConnections = async (page: Page) => (await framesOf(page)).length;

/**
 * Waits until the page decodes new frames from everyone. A call keeps two cores busy, so each wait is long.
 * @param others how many people it sees
 */
export async function expectVideo(page: Page, others = 1) {
  await expect.poll(() => openConnections(page), { timeout: 90_000 }).toBe(others);
  const before = await framesOf(page);
  await expect
    .poll(async () => (await framesOf(page)).every((frames, index) => frames > (before[index] ?? 0) + 5), {
      timeout: 60_000,
    })
    .toBe(true);
}

/** Returns the path of the room of the running demo meeting. */
export async function runningRoom(server: PooledServer): Promise<string> {
  const [meeting] = await server.query<{ meetId: string }>(
    'SELECT meet_id AS "meetId" FROM booked_meetings WHERE starts_at <= now() AND ends_at > now()',
  );
  return `/meeting_rooms/${meeting?.meetId}/`;
}

/** Opens the page before joining. With a granted camera the browser offers its real addresses to the other one. */
export async function openRoom(page: Page, room: string, { isRelayed = false, path }: Reach = {}) {
  await page.context().grantPermissions(['camera', 'microphone']);
  if (path !== undefined)
    await page.exposeFunction('forwarderTo', (address: string, port: number) => path.portTo(address, port));
  await page.addInitScript(keepConnections, { isRelayed, isOnPath: path !== undefined });
  await page.goto(room);
}

/** Opens a room and joins its meeting. */
export async function joinRoom(page: Page, room: string, options: Reach = {}) {
  await openRoom(page, room, options);
  await page.getByRole('button', { name: 'Join meeting' }).click();
}

/** Opens a browser that is signed in at a server with its own settings. */
export async function signedInAt(browser: Browser, server: PooledServer, person: DemoPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'America/Los_Angeles' });
  await addSession(context, server, person);
  return context.newPage();
}

/** Signs a browser in on the web. */
export async function addSession(context: BrowserContext, server: PooledServer, person: DemoPerson) {
  const session = server.sessions.find(({ email }) => email === demoEmail(person));
  const domain = new URL(server.url).hostname;
  await context.addCookies(
    (session?.cookies ?? []).map((cookie) => ({ ...cookie, domain, sameSite: 'Lax' as const })),
  );
}
