/**
 * Runs all checks and tests, and ends with the line `N passed, N failed`: checks in parallel with the builds, unit and
 * API tests (on PGlite, and on PostgreSQL when installed) in parallel with the tests of meeting rooms, then the other
 * end-to-end tests in Chromium and, when installed, Firefox. Prints the duration of each stage, the ten slowest tests
 * and the failed ones.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findFirefox } from '../tests/helpers/browser/find-firefox.ts';
import { hasPostgres } from '../tests/helpers/database/postgres-server.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { generateOperations } from './ensure-built.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { waitForSystemPackages } from './system-packages.ts';

interface Count {
  passed: number;
  failed: number;
}

interface TimedTest {
  name: string;
  ms: number;
}

const stageTimes: [name: string, ms: number][] = [];
const tests: TimedTest[] = [];
/** Tests that passed only when they were retried: bugs to fix. */
const flaky: string[] = [];
/** Failed tests, with their messages: repeated at the end, because a log may be cut at its start. */
const failures: string[] = [];

/** Measures a stage. */
async function stage<Result>(name: string, work: () => Promise<Result> | Result): Promise<Result> {
  const started = performance.now();
  const result = await work();
  stageTimes.push([name, performance.now() - started]);
  return result;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function printTimes() {
  console.log('\nStages:');
  for (const [name, ms] of stageTimes) console.log(`  ${seconds(ms).padStart(8)}  ${name}`);
  console.log('Slowest tests:');
  for (const { name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    console.log(`  ${seconds(ms).padStart(8)}  ${name}`);
  if (flaky.length > 0)
    console.log(`Passed only when retried:\n${flaky.map((name) => `  ${name}`).join('\n')}`);
}

function printFailures() {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
}

/** Remembers a failed test with the start of its messages. */
function addFailure(name: string, messages: string[]) {
  const text = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 25).join('\n    ');
  failures.push(`  ${name}\n    ${text}`);
}

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'test-results');
const bin = path.join(root, 'node_modules', '.bin');

/**
 * Runs a program with our output.
 * @param options.priority how much it gives way to others: 0 (default) to 19. Its children inherit it.
 * @returns its exit code
 */
function run(
  program: string,
  args: string[],
  { env = {}, priority = 0 }: { env?: Record<string, string>; priority?: number } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    });
    if (priority > 0 && child.pid !== undefined) setPriority(child.pid, priority);
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** Returns the counts of a stage. A failed stage without a failed test counts as one failure. */
function count(name: string, passed: number, failed: number, status: number): Count {
  if (status === 0 || failed > 0) return { passed, failed };
  addFailure(name, [`exit code ${status} without a failed test: see the output of this stage`]);
  return { passed, failed: 1 };
}

async function runChecks(): Promise<Count> {
  const status = await run('node', ['scripts/check.ts', '--without-tests']);
  return count('checks', status === 0 ? 1 : 0, 0, status);
}

/** The report of Vitest. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number; failureMessages: string[] }[];
  }[];
}

function collectTests({ testResults }: VitestReport) {
  for (const { name: testFile, status: fileStatus, message, assertionResults } of testResults) {
    const place = path.relative(root, testFile);
    if (fileStatus === 'failed' && assertionResults.length === 0) addFailure(place, [message]);
    for (const { fullName, status, duration = 0, failureMessages } of assertionResults) {
      const name = `${place}: ${fullName}`;
      tests.push({ name, ms: duration });
      if (status === 'failed') addFailure(name, failureMessages);
    }
  }
}

/** Runs the tests of these Vitest projects. They give way to the video of the meeting rooms. */
async function runVitest(projects: readonly string[]): Promise<Count> {
  const file = path.join(reports, 'vitest.json');
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const status = await run('vitest', args, { priority: 10 });
  const report = readReport<VitestReport>(file);
  if (report !== null) collectTests(report);
  return count(
    'unit, component and API tests',
    report?.numPassedTests ?? 0,
    report?.numFailedTests ?? 0,
    status,
  );
}

/** A file or a `describe` in Playwright's report. */
interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

function collectSpecs({ suites = [], specs = [] }: Suite) {
  for (const suite of suites) collectSpecs(suite);
  for (const { title, file, tests: runs } of specs) {
    const ms = runs.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    const name = `${file}: ${title}`;
    tests.push({ name, ms });
    if (runs.some(({ status }) => status === 'flaky')) flaky.push(name);
    if (runs.some(({ status }) => status === 'unexpected')) {
      const errors = runs.flatMap(({ results }) => results.flatMap((result) => result.errors));
      addFailure(
        name,
        errors.map(({ message }) => message ?? ''),
      );
    }
  }
}

/** Runs the tests of these Playwright projects. @param name the stage, also of its reports */
async function runPlaywright(name: string, projects: readonly string[]): Promise<Count> {
  const folder = path.join(reports, name.replaceAll(' ', '-'));
  const file = `${folder}.json`;
  // A Node process can hang at its exit while Maglev compiles (nodejs/node#54918), and a worker that hangs fails the
  // run. The workers inherit the flag.
  const playwright = path.join('node_modules', '@playwright', 'test', 'cli.js');
  const chosen = projects.map((project) => `--project=${project}`);
  const args = ['--no-maglev', playwright, 'test', '--reporter=list,json', `--output=${folder}`, ...chosen];
  const status = await run('node', args, {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = readReport<Suite & { stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (report !== null) collectSpecs(report);
  const stats = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return count(name, stats.expected + stats.flaky, stats.unexpected, status);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
useMemoryForTemporaryFiles();

await stage('typed operations', generateOperations);
// The linter and the type checker sometimes leave a core idle; the unit and API tests use both.
const [checks, built] = await Promise.all([
  stage('checks', runChecks),
  stage('builds', () => run('node', ['scripts/build-for-tests.ts'])),
]);
const counts: Count[] = [checks, count('builds', 0, 0, built)];
await stage('waiting for system packages', waitForSystemPackages);
if (!hasPostgres()) console.log('PostgreSQL is not installed here: the API tests run on PGlite only.');
if (findFirefox() === null)
  console.log('No recent Firefox is installed here: the extension runs in Chromium only.');
const chromium = ensureChromium();
const projects = [
  'unit',
  'components',
  'components-isolated',
  'api-pglite',
  ...(hasPostgres() ? ['api-postgres'] : []),
];
// Meeting rooms wait for most of their time: for video, for networks that are gone, for other people.
counts.push(
  ...(await Promise.all([
    stage('unit, component and API tests', () => runVitest(projects)),
    stage('meeting rooms', () => runPlaywright('meeting rooms', ['meeting-rooms'])),
  ])),
);
counts.push(
  await stage('end-to-end tests', () =>
    runPlaywright('end-to-end tests', ['extension', 'web', 'ui', 'firefox']),
  ),
);

printTimes();
printFailures();
const passed = counts.reduce((sum, one) => sum + one.passed, 0);
const failed = counts.reduce((sum, one) => sum + one.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
