import { execFileSync } from 'node:child_process';

/** Which commit is being built: bug reports carry it. COMMIT_HASH names it where there is no repository. */
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
