import { describe, expect, it } from 'vitest';
import { badgeOf, countUnsentNotes } from './badge.ts';

describe('the badge', () => {
  it.each([
    [0, 0, '', 'GoPath'],
    [3, 0, '3', 'GoPath: 3 unread'],
    [0, 1, '1', 'GoPath: 1 meeting note to send'],
    [3, 2, '5', 'GoPath: 3 unread, 2 meeting notes to send'],
    [98, 2, '99+', 'GoPath: 98 unread, 2 meeting notes to send'],
  ])('for %i unread alerts and %i unsent notes is "%s"', (unreadAlerts, unsentNotes, text, title) => {
    expect(badgeOf({ isSessionOver: false, unreadAlerts, unsentNotes })).toEqual({ text, title });
  });

  it('shows an exclamation mark after the server ended the session, even with unread alerts', () => {
    const badge = badgeOf({ isSessionOver: true, unreadAlerts: 3, unsentNotes: 1 });
    expect(badge).toEqual({ text: '!', title: 'GoPath: sign in again' });
  });

  it('counts an unsent note from the end of its meeting for three days', () => {
    const now = Date.parse('2026-11-22T18:00:00Z');
    const count = (end: string) => countUnsentNotes([end], now);
    expect(count('2026-11-22T18:00:01Z')).toBe(0);
    expect(count('2026-11-22T18:00:00Z')).toBe(1);
    expect(count('2026-11-19T18:00:01Z')).toBe(1);
    expect(count('2026-11-19T18:00:00Z')).toBe(0);
  });
});
