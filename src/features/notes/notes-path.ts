import { paths } from '#shared/kernel/paths.ts';

/** Returns the address of a person's list of notes. People who cannot write notes start with notes by others. */
export function notesPath(canWrite: boolean): string {
  return canWrite ? paths.notes : `${paths.notes}?by=others`;
}
