import { paths } from '#shared/kernel/paths.ts';

/** The key of the student whose parent's view this tab shows. */
const KEY = 'gopath-view-as-parent-of';

/** Whether this build can view as a parent: the extension's pages share one connection, so they cannot. */
export const canViewAs = typeof location !== 'undefined' && location.protocol.startsWith('http');

/** Returns the pk of the student; null in a normal tab. */
export function readViewedStudent(): string | null {
  try {
    return canViewAs ? sessionStorage.getItem(KEY) : null;
  } catch {
    return null;
  }
}

/** Opens the student's page as a parent, in this tab. Reloads it, so that no other data stays. */
export function startViewAs(studentPk: number) {
  sessionStorage.setItem(KEY, String(studentPk));
  location.assign(paths.user(studentPk));
}

/** Returns to the person's own view. */
export function stopViewAs() {
  const student = readViewedStudent();
  sessionStorage.removeItem(KEY);
  location.assign(student === null ? paths.home : paths.user(Number(student)));
}
