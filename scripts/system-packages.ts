import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long an installation may take. */
const LIMIT_MS = 10 * 60_000;

/**
 * Waits until `.ci/run` has installed Chromium, PostgreSQL and the other programs that tests use. Nothing to wait for
 * without SYSTEM_PACKAGES, the folder of the installation's log and status.
 * @throws Error if the installation failed or takes too long
 */
export async function waitForSystemPackages(): Promise<void> {
  const folder = process.env['SYSTEM_PACKAGES'];
  if (folder === undefined) return;
  const file = path.join(folder, 'status');
  const deadline = Date.now() + LIMIT_MS;
  while (!existsSync(file) && Date.now() < deadline) await pause(100);
  if (!existsSync(file))
    throw new Error(`The installation of system packages takes longer than ${LIMIT_MS} ms.`);
  if (readFileSync(file, 'utf8').trim() === '0') return;
  const log = readFileSync(path.join(folder, 'log'), 'utf8');
  throw new Error(`System packages could not be installed:\n${log}`);
}
