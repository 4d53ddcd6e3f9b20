import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The oldest version that the extension supports (wxt.config.ts). */
const OLDEST = 142;

/** Returns whether a file is Ubuntu's /usr/bin/firefox script, which starts a snap without access to our folders. */
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

/**
 * Returns the executable of a Firefox that can run the extension: FIREFOX_PATH, or the system's. Null when there is
 * none.
 */
export function findFirefox(): string | null {
  const given = process.env['FIREFOX_PATH'];
  found ??=
    (given ? [given] : INSTALLED).find((file) => existsSync(file) && !isSnap(file) && isRecent(file)) ?? null;
  return found;
}
