import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The oldest that the extension installs in (wxt.config.ts). */
const OLDEST = 142;

/** Ubuntu's /usr/bin/firefox is a script that starts a snap, which sees no folder of ours. */
function isSnap(file: string): boolean {
  const start = readFileSync(file).subarray(0, 4096).toString('latin1');
  return start.startsWith('#!') && start.includes('/snap/');
}

function isRecent(file: string): boolean {
  try {
    const version = execFileSync(file, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/ (\d+)\./.exec(version)?.[1]) >= OLDEST;
  } catch {
    return false;
  }
}

let found: string | null | undefined;

/** The program of a Firefox that the extension can be tested in: FIREFOX_PATH, or the system's. Null when there is none. */
export function findFirefox(): string | null {
  const given = process.env['FIREFOX_PATH'];
  found ??=
    (given ? [given] : INSTALLED).find((file) => existsSync(file) && !isSnap(file) && isRecent(file)) ?? null;
  return found;
}
