/**
 * Prepares a checkout for running on any Node version from 20: installs the dependencies when the lockfile changed
 * since the last install. Plain JavaScript, because it runs before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The Node 24 from the dependencies, which runs every script and the server. */
export const bundledNode = path.join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Installs dependencies when they are missing or older than package-lock.json. */
export function ensureInstalled() {
  const marker = path.join(root, 'node_modules', '.gopath-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(marker) && readFileSync(marker, 'utf8') === wanted && existsSync(bundledNode);
  if (installed) return;
  console.log('Installing dependencies (once; about a minute)…');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeFileSync(marker, wanted);
}
