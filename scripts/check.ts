/**
 * `npm run check`: formatting, lint, types, unused code, conventions, the committed schema.
 * Prints one line per check and fails if any fails. `npm test` runs it too, with `--without-tests`: it runs the
 * conventions with the other unit tests.
 */
import { spawn } from 'node:child_process';

const CHECKS: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['formatting', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ['unused code', 'knip', '--no-progress'],
  ['GraphQL schema', 'node', 'scripts/print-schema.ts', '--check'],
  ['conventions', 'vitest', 'run', '--project', 'unit', 'tests/conventions'],
];

function run([name, program, ...args]: (typeof CHECKS)[number]): Promise<boolean> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { shell: process.platform === 'win32' });
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (output += String(data)));
    child.on('error', (error) => (output += String(error)));
    child.on('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = process.argv.includes('--without-tests')
  ? CHECKS.filter(([, program]) => program !== 'vitest')
  : [...CHECKS];
const results: boolean[] = [];

async function runWaiting() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    results.push(await run(check));
}

// Two at a time: the single-threaded ones then use the time in which the others leave a core idle.
await Promise.all([runWaiting(), runWaiting()]);
const failed = results.filter((passed) => !passed).length;
console.log(`checks: ${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
