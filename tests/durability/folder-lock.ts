/** A second process on one data folder is refused, and a dead process's lock is replaced. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockFolder } from '#server/db/folder-lock.ts';

const run = promisify(execFile);
const TAKE = `
  import { lockFolder } from '#server/db/folder-lock.ts';
  try { lockFolder(process.argv[1]); console.log('taken'); } catch (error) { console.log(error.name); }
  if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
`;

/** Locks the folder from another process. @returns 'taken' or the error's name */
async function tryFromOutside(folder: string, die = false): Promise<string> {
  const args = ['--input-type=module-typescript', '-e', TAKE, folder, ...(die ? ['die'] : [])];
  const { stdout } = await run(process.execPath, args, {
    cwd: path.resolve(import.meta.dirname, '../..'),
  }).catch((error: unknown) => error as { stdout: string });
  return stdout.trim();
}

/** Counts how often a second process was refused, and how often a dead process's lock was replaced. */
export async function measureFolderLock(
  rounds: number,
): Promise<{ rounds: number; refused: number; takenOver: number }> {
  const figures = { rounds, refused: 0, takenOver: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-lock-'));
    const unlock = lockFolder(folder);
    if ((await tryFromOutside(folder)) === 'FolderInUseError') figures.refused += 1;
    unlock();
    // A killed process leaves its lock file.
    if ((await tryFromOutside(folder, true)) === 'taken' && (await tryFromOutside(folder)) === 'taken') {
      figures.takenOver += 1;
    }
    rmSync(folder, { recursive: true });
  }
  return figures;
}
