import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { getFreePort } from '../../../helpers/server/free-port.ts';
import { expectVideo, FAKE_MEDIA_ARGS, joinRoom, runningRoom, signedInAt } from '../../meeting-room.ts';
import { startServerProcess, type TestServer } from '../../server.ts';
import { expect, test } from '../../test.ts';

const TURN_SERVER = '/usr/bin/turnserver';
const SECRET = 'a secret of coturn';

test.skip(!existsSync(TURN_SERVER), 'needs coturn');
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: FAKE_MEDIA_ARGS }),
});

/** Returns an address other than loopback, over which browsers do not relay. */
const address = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';

let turn: ChildProcess;
let folder: string;
let server: TestServer;
test.beforeAll(async () => {
  const port = await getFreePort();
  folder = mkdtempSync(path.join(tmpdir(), 'gopath-turn-'));
  const settings = ['-n', '--no-cli', '--no-tls', '--no-dtls', '--fingerprint', '--use-auth-secret'];
  turn = spawn(
    TURN_SERVER,
    [
      ...settings,
      `--static-auth-secret=${SECRET}`,
      '--realm=gopath.test',
      `--listening-ip=${address()}`,
      `--relay-ip=${address()}`,
      `--listening-port=${port}`,
      `--userdb=${path.join(folder, 'turn.db')}`,
      `--pidfile=${path.join(folder, 'turn.pid')}`,
      '--log-file=stdout',
    ],
    { stdio: 'ignore' },
  );
  server = await startServerProcess(
    { TURN_URLS: `turn:${address()}:${port}?transport=udp`, TURN_SECRET: SECRET },
    { entry: 'tests/e2e/server-process.ts' },
  );
});
test.afterAll(async () => {
  turn.kill();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('two people behind firewalls meet through a TURN server', async ({ browser }) => {
  const room = await runningRoom(server);
  const people = [await signedInAt(browser, server, 'mentor'), await signedInAt(browser, server, 'student')];
  for (const page of people) await joinRoom(page, room, { isRelayed: true });
  for (const page of people) await expectVideo(page);
  for (const page of people) await page.context().close();
  expect(people).toHaveLength(2);
});
