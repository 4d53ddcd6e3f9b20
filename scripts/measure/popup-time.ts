/**
 * `node scripts/measure/popup-time.ts [TIMES]` (30 by default): opens the real popup of a student with tasks in real
 * Chromium and prints the time until the first task is painted, with cached data and the server reachable.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { startServerProcess } from '../../tests/e2e/server.ts';
import { ExtensionBrowser } from '../../tests/helpers/browser/extension.ts';
import { ensureBuilt } from '../ensure-built.ts';

const times = Number(process.argv[2] ?? 30);
const CHANNEL = 'popup-time';
const TASK = '[aria-label="Upcoming tasks"] li a';

/** Reports when the first task is painted. Runs in the popup. */
const OBSERVER = `
  const channel = new BroadcastChannel('${CHANNEL}');
  const look = new MutationObserver(() => {
    if (document.querySelector('${TASK}') === null) return;
    look.disconnect();
    const inPage = performance.now();
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () =>
        channel.postMessage({
          navigated: performance.timeOrigin,
          scriptStart: performance.timeOrigin + globalThis.scriptStart,
          inPage: performance.timeOrigin + inPage,
          painted: performance.timeOrigin + performance.now(),
        });
      after.port2.postMessage(null);
    });
  });
  look.observe(document, { childList: true, subtree: true });`;

/** Adds the observer before the popup's scripts, and the start time to the first script. */
function instrument(folder: string) {
  writeFileSync(path.join(folder, 'popup-time.js'), OBSERVER);
  const html = path.join(folder, 'popup.html');
  writeFileSync(
    html,
    readFileSync(html, 'utf8').replace('<head>', '<head><script src="/popup-time.js"></script>'),
  );
  for (const file of globSync('chunks/*.js', { cwd: folder })) {
    const full = path.join(folder, file);
    writeFileSync(full, `globalThis.scriptStart ??= performance.now();${readFileSync(full, 'utf8')}`);
  }
}

interface Opening {
  asked: number;
  navigated: number;
  scriptStart: number;
  inPage: number;
  painted: number;
}

function at(share: number, values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN);
}

ensureBuilt();
const server = await startServerProcess();
const extension = await ExtensionBrowser.launch(server.url, { prepare: instrument });
try {
  const student = DEMO_ACCOUNTS.find(({ role }) => role === 'student');
  const welcome = await extension.open('welcome');
  await extension.signIn(welcome, student?.email ?? '', DEMO_PASSWORD);
  await welcome.getByText('You are signed in.').waitFor();
  await welcome.close();
  const backstage = await extension.backstage();

  const open = () =>
    backstage.evaluate(
      (name) =>
        new Promise<Opening>((resolve) => {
          const channel = new BroadcastChannel(name);
          const asked = performance.timeOrigin + performance.now();
          channel.addEventListener('message', ({ data }) => {
            channel.close();
            resolve({ asked, ...(data as Omit<Opening, 'asked'>) });
          });
          void chrome.action.openPopup();
        }),
      CHANNEL,
    );
  /** Closes the popup after it has cached the server's response for the next opening. */
  const close = async () => {
    await expect.poll(() => extension.hasCache('popup')).toBe(true);
    await backstage.evaluate(() =>
      chrome.extension.getViews({ type: 'popup' }).forEach((view) => view.close()),
    );
    await backstage.waitForFunction(() => chrome.extension.getViews({ type: 'popup' }).length === 0);
  };

  // Warm-up: the first opening has no cache, the next ones read files that the system has not cached.
  for (let warmUp = 0; warmUp < 3; warmUp += 1) {
    await open();
    await close();
  }
  const openings: Opening[] = [];
  for (let time = 0; time < times; time += 1) {
    openings.push(await open());
    await close();
  }
  const row = (from: 'asked' | 'navigated' | 'scriptStart', to: 'inPage' | 'painted') => {
    const spans = openings.map((opening) => opening[to] - opening[from]);
    return { p50: at(0.5, spans), p95: at(0.95, spans), worst: at(1, spans) };
  };
  console.log(`${times} openings of the popup, milliseconds:`);
  console.table({
    'script start to first task in the page': row('scriptStart', 'inPage'),
    'script start to first task painted': row('scriptStart', 'painted'),
    'navigation to first task painted': row('navigated', 'painted'),
    'opening, including the window, to first task painted': row('asked', 'painted'),
  });
} finally {
  await extension.close();
  await server.stop();
}
