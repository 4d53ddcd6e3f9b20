/** `npm test`: installs if needed, then runs everything (see scripts/test.ts). */
import { spawnSync } from 'node:child_process';
import { bundledNode, ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();
const { status } = spawnSync(bundledNode, ['scripts/test.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
