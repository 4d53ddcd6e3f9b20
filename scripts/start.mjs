/** `npm start`: installs and builds if needed, then runs the server. */
import { spawn } from 'node:child_process';
import { bundledNode, ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();

// A response consists of many short-lived objects: a larger young generation avoids most of the garbage collection
// cost.
const child = spawn(bundledNode, ['--max-semi-space-size=64', 'scripts/start.ts'], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C also reaches the child; this process exits after it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
