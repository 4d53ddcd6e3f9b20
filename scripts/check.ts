/**
 * `npm run check`: formatting, lint, types, unused code, conventions, the committed schema.
 * Prints one line per check and fails if any fails. `npm test` runs it too.
 */
import { spawn } from 'node:child_process';

const CHECKS: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['formatting', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ['unused code', 'knip', '--no-progress'],
  ['conventions', 'vitest', 'run', '--project', 'unit', 'tests/conventions'],
  ['GraphQL schema', 'node', 'scripts/print-schema.ts', '--check'],
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

const results: boolean[] = [];
for (const check of CHECKS) results.push(await run(check));
const failed = results.filter((passed) => !passed).length;
console.log(`checks: ${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
