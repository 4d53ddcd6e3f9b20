import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitForSystemPackages } from './system-packages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gopath-packages-'));
  vi.stubEnv('SYSTEM_PACKAGES', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('waits until the packages are installed', async () => {
  let isDone = false;
  const waiting = (async () => {
    await waitForSystemPackages();
    isDone = true;
  })();
  await setImmediate();
  expect(isDone).toBe(false);
  writeFileSync(path.join(folder, 'status'), '0\n');
  await waiting;
  expect(isDone).toBe(true);
});

it('fails with the output of a failed installation', async () => {
  writeFileSync(path.join(folder, 'log'), 'E: Unable to locate package chromium');
  writeFileSync(path.join(folder, 'status'), '100\n');
  await expect(waitForSystemPackages()).rejects.toThrow('Unable to locate package chromium');
});
