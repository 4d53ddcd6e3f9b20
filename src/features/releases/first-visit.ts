const STORE = 'gopath-first-visit';

/**
 * Returns whether this is the person's first visit, which lasts until the browser session ends. People who have seen
 * the notes of a release have visited before, on any device.
 */
export function startVisit(userPk: number, lastReleaseViewed: string): boolean {
  if (lastReleaseViewed !== '') return false;
  const key = `${STORE}:${userPk}`;
  if (sessionStorage.getItem(key) !== null) return true;
  if (localStorage.getItem(key) !== null) return false;
  sessionStorage.setItem(key, 'yes');
  localStorage.setItem(key, 'yes');
  return true;
}
