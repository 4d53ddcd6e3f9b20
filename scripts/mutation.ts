/**
 * `npm run mutation [-- FILES]`: runs StrykerJS on the rules that tests must cover, by default the policies and
 * cursors. Installs its packages (mutation/package.json) first. Not part of `npm test`. The report is in
 * test-results/mutation.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'mutation');
const shell = process.platform === 'win32';
const stryker = path.join(folder, 'node_modules', '.bin', 'stryker');

if (!existsSync(stryker)) {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'], {
    cwd: folder,
    stdio: 'inherit',
    shell,
  });
}
const given = process.argv.slice(2);
const targets =
  given.length > 0 ? given : [...globSync('shared/*/policy.ts', { cwd: root }), 'server/lib/cursors.ts'];
const { status } = spawnSync(
  stryker,
  ['run', 'mutation/stryker.config.json', '--mutate', targets.join(',')],
  {
    cwd: root,
    stdio: 'inherit',
    shell,
  },
);
process.exit(status ?? 1);
