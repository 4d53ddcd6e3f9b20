import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAKE_MEDIA_ARGS, openRoom, runningRoom, signedInAt } from '../../meeting-room.ts';
import { startServerProcess, type TestServer } from '../../server.ts';
import { expect, test } from '../../test.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

/** A double of Jitsi's external API: it records how it was created, and shows a button that ends the conference. */
const SCRIPT = `window.JitsiMeetExternalAPI = class {
  constructor(domain, options) {
    this.listeners = {};
    this.frame = document.createElement('iframe');
    this.frame.title = 'Conference ' + options.roomName;
    this.frame.src = 'http://' + domain + '/frame';
    options.parentNode.append(this.frame);
    addEventListener('message', ({ data }) => data === 'hang up' && this.listeners.readyToClose());
  }
  addListener(name, listener) { this.listeners[name] = listener; }
  executeCommand() {}
  dispose() { this.frame.remove(); document.title = 'disposed'; }
};`;
const FRAME = `<button onclick="parent.postMessage('hang up', '*')">Hang up</button>`;

let jitsi: Server;
let server: TestServer;
let isBroken = false;
test.beforeAll(async () => {
  jitsi = createServer((request, response) => {
    const isScript = request.url === '/external_api.js';
    response.statusCode = isScript && isBroken ? 503 : 200;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? SCRIPT : FRAME);
  });
  await new Promise<void>((resolve) => jitsi.listen(0, '127.0.0.1', resolve));
  server = await startServerProcess(
    { JITSI_DOMAIN: `127.0.0.1:${(jitsi.address() as AddressInfo).port}` },
    { entry: 'tests/e2e/server-process.ts' },
  );
});
test.afterAll(async () => {
  await server.stop();
  jitsi.close();
});

// covers: MEET-038 MEET-039
test('a meeting on a Jitsi server starts after its script, is retried, and ends', async ({ browser }) => {
  const room = await runningRoom(server);
  const meetId = room.split('/')[2] as string;
  const page = await signedInAt(browser, server, 'student');

  isBroken = true;
  await openRoom(page, room);
  await page.getByRole('button', { name: 'Join meeting' }).click();
  await expect(page.getByRole('heading', { name: 'The video did not start' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    new RegExp(`/${meetId}$`),
  );
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const conference = page.frameLocator(`iframe[title="Conference ${meetId}"]`);
  await conference.getByRole('button', { name: 'Hang up' }).click();
  await expect(page.getByRole('heading', { name: 'You left the meeting' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);

  const policy = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  const origin = `http://127.0.0.1:${(jitsi.address() as AddressInfo).port}`;
  expect(await policy(room)).toContain(`script-src 'self' ${origin}`);
  expect(await policy('/')).not.toContain(origin);
  await page.context().close();
});
