import { describe, expect, it } from 'vitest';
import { entryOf, roomPermissions, roomRole, roomState, roomTimes } from './policy.ts';

const meeting = { startsAt: new Date('2026-05-04T15:00:00Z'), endsAt: new Date('2026-05-04T15:45:00Z') };

describe('the times of a room', () => {
  it('joining opens 10 minutes before the start and closes 60 minutes after the end', () => {
    expect(roomTimes(meeting)).toEqual({
      opensAt: new Date('2026-05-04T14:50:00Z'),
      closesAt: new Date('2026-05-04T16:45:00Z'),
      overAt: new Date('2026-05-05T15:45:00Z'),
    });
  });

  it.each([
    ['2026-05-04T14:49:59.999Z', 'early'],
    ['2026-05-04T14:50:00.000Z', 'open'],
    ['2026-05-04T16:45:00.000Z', 'open'],
    ['2026-05-04T16:45:00.001Z', 'closed'],
    ['2026-05-05T15:45:00.000Z', 'closed'],
    ['2026-05-05T15:45:00.001Z', 'over'],
  ])('at %s the room is %s', (now, state) => {
    expect(roomState(meeting, new Date(now))).toBe(state);
  });
});

describe('the people of a room', () => {
  it.each([
    [12, 'provider'],
    [10, 'client'],
    [11, 'guest'],
  ])('the person %i is the %s', (pk, role) => {
    expect(roomRole({ pk }, { providerPk: 12, clientPk: 10 })).toBe(role);
  });

  it('only the provider admits people and writes the note', () => {
    expect(roomPermissions('provider')).toEqual(['admit', 'write_note']);
    expect(roomPermissions('client')).toEqual([]);
    expect(roomPermissions('guest')).toEqual([]);
  });
});

describe('entering a room', () => {
  it.each(['provider', 'client', 'guest'] as const)(
    'a %s enters an open room, and none before or long after the meeting',
    (role) => {
      expect(entryOf(role, 'early')).toBeNull();
      expect(entryOf(role, 'open')).toBe('enter');
      expect(entryOf(role, 'over')).toBeNull();
    },
  );

  it('after it closed, the provider enters and lets others in', () => {
    expect(entryOf('provider', 'closed')).toBe('enter');
    expect(entryOf('client', 'closed')).toBe('knock');
    expect(entryOf('guest', 'closed')).toBe('knock');
  });
});
