import { execFileSync } from 'node:child_process';

/** Returns the commit of the build, for bug reports. COMMIT_HASH sets it where there is no repository. */
export function commitHash(): string {
  const given = process.env['COMMIT_HASH'];
  if (given) return given;
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
