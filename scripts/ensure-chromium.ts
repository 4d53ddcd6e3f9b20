import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the browser for end-to-end tests: CHROMIUM_PATH, the system's, or Playwright's, which it installs if needed.
 * @returns the path of its executable
 */
export function ensureChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return given;
  const found = [...INSTALLED, chromium.executablePath()].find((file) => existsSync(file));
  if (found !== undefined) return found;
  execFileSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return chromium.executablePath();
}
