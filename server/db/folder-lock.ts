import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Another running process locks the data folder. */
export class FolderInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another GoPath process (pid ${pid}). ` +
        'Stop that one first, or choose another folder with DATA_DIR.',
    );
    this.name = 'FolderInUseError';
  }
}

interface Holder {
  pid: number;
  /** The start time of the process, if the system provides it, so that a reused pid is not mistaken for the holder. */
  startedAt: string | null;
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return holder.startedAt === null || holder.startedAt === startOf(holder.pid);
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/**
 * Locks the data folder for this process, because two PGlite processes would overwrite each other's data. A lock of a
 * dead process is replaced.
 * @returns releases the lock
 * @throws FolderInUseError when a running process holds it
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'gopath.lock');
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder);
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w');
  writeSync(descriptor, mine);
  closeSync(descriptor);
  try {
    while (!linkIfFree(draft, file)) {
      const holder = readHolder(file);
      if (holder !== null && isAlive(holder)) throw new FolderInUseError(folder, holder.pid);
      removeStaleLock(file, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Makes a draft the lock, unless there is one. A hard link appears atomically, so nobody reads a partial lock.
 * @returns whether it is the lock
 */
function linkIfFree(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes a stale lock, but puts it back when another process replaced it in between. */
function removeStaleLock(file: string, stale: Holder | null) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // Another process was faster; check again.
  }
  const moved = readHolder(aside);
  const isTheStaleOne = moved?.pid === stale?.pid && moved?.startedAt === stale?.startedAt;
  if (!isTheStaleOne) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process holds the lock; the next check decides.
    }
  }
  rmSync(aside, { force: true });
}
