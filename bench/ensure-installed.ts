import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Installs the packages of benchmarks (bench/package.json) when they are missing or older than its lockfile. */
export function ensureInstalled() {
  const installed = path.join(import.meta.dirname, 'node_modules', '.package-lock.json');
  const lockfile = path.join(import.meta.dirname, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
