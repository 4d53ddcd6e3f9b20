/**
 * `npm run dev`: restarts the server and reloads the web app on a change; `npm run dev -- --extension` also opens a
 * browser with the extension.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { bundledNode, ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();
const bin = path.join(root, 'node_modules', '.bin');
const env = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  PUBLIC_URL: 'http://localhost:5173',
};

const commands = [
  [bundledNode, ['scripts/generate-operations.ts', '--watch']],
  [bundledNode, ['--watch', 'server/main.ts']],
  ['vite', []],
  ...(process.argv.includes('--extension') ? [['wxt', []]] : []),
];
const children = commands.map(([program, args]) =>
  spawn(program, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' }),
);
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
