/** `npm start`: sets up what is missing (dependencies, builds), then runs the server. */
import { spawn } from 'node:child_process';
import { bundledNode, ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();

// An answer is made of many short-lived objects: room for them saves most of what collecting them costs.
const child = spawn(bundledNode, ['--max-semi-space-size=64', 'scripts/start.ts'], {
  cwd: root,
  stdio: 'inherit',
});
// A Ctrl-C reaches the child by itself; only then does this process follow it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
