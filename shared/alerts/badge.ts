/** The number of days after a meeting in which the badge counts its unsent note. */
export const UNSENT_NOTE_DAYS = 3;

/** Counts the ended meetings with an unsent note that the badge still shows. @param ends when they ended */
export function countUnsentNotes(ends: readonly string[], now: number): number {
  return ends.filter((end) => {
    const age = now - Date.parse(end);
    return age >= 0 && age < UNSENT_NOTE_DAYS * 86_400_000;
  }).length;
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Returns what the toolbar button shows: '!' after the server ended the session, else the number of unread alerts and
 * unsent notes of ended meetings. The tooltip names both. No alert is about an unsent note, so nothing counts twice.
 */
export function badgeOf(state: { isSessionOver: boolean; unreadAlerts: number; unsentNotes: number }): {
  text: string;
  title: string;
} {
  const { isSessionOver, unreadAlerts, unsentNotes } = state;
  if (isSessionOver) return { text: '!', title: 'GoPath: sign in again' };
  const total = unreadAlerts + unsentNotes;
  const parts = [
    ...(unreadAlerts === 0 ? [] : [`${unreadAlerts} unread`]),
    ...(unsentNotes === 0 ? [] : [`${countOf(unsentNotes, 'meeting note')} to send`]),
  ];
  return {
    text: total === 0 ? '' : total > 99 ? '99+' : String(total),
    title: parts.length === 0 ? 'GoPath' : `GoPath: ${parts.join(', ')}`,
  };
}
