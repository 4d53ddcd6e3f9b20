/**
 * Everything that proves the product, one stage after the other, and at the end one line `N passed, N failed`:
 * checks, unit and API tests (on PGlite, and on PostgreSQL when it is there), then end-to-end tests in Chromium and,
 * when it is there, Firefox.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findFirefox } from '../tests/helpers/find-firefox.ts';
import { findPostgres } from '../tests/helpers/postgres-server.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { ensureBuilt, generateOperations } from './ensure-built.ts';

interface Count {
  passed: number;
  failed: number;
}

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'test-results');
const bin = path.join(root, 'node_modules', '.bin');

function run(program: string, args: string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  });
  return status ?? 1;
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** A stage that ended badly without a failed test to show for it counts as one. */
function count(passed: number, failed: number, status: number): Count {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

function runChecks(): Count {
  const status = run('node', ['scripts/check.ts']);
  return count(status === 0 ? 1 : 0, 0, status);
}

function runVitest(hasPostgres: boolean): Count {
  const file = path.join(reports, 'vitest.json');
  const projects = ['unit', 'components', 'api-pglite', ...(hasPostgres ? ['api-postgres'] : [])];
  const status = run('vitest', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(file);
  return count(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, status);
}

function runPlaywright(chromium: string): Count {
  const file = path.join(reports, 'playwright.json');
  const status = run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  const stats = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  if (stats.flaky > 0) console.log(`${stats.flaky} end-to-end tests passed only at the second try (flaky).`);
  return count(stats.expected + stats.flaky, stats.unexpected, status);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']) || findPostgres() !== null;
if (!hasPostgres) console.log('PostgreSQL is not installed here: the API tests run on PGlite only.');
if (findFirefox() === null)
  console.log('No recent Firefox is installed here: the extension runs in Chromium only.');
const chromium = ensureChromium();
generateOperations();
const stages: Count[] = [runChecks(), runVitest(hasPostgres)];
ensureBuilt();
stages.push(runPlaywright(chromium));

const passed = stages.reduce((sum, stage) => sum + stage.passed, 0);
const failed = stages.reduce((sum, stage) => sum + stage.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
