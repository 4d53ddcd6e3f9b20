import { describe, expect, it } from 'vitest';
import { FULL_ACCESS } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Role } from '../kernel/roles.ts';
import { canKeepParentsOut } from './parents.ts';
import { canJoinMeeting, canReadMeeting, type MeetingFacts } from './policy.ts';

const person = (pk: number, role: Role, studentPks: number[] = []): Actor => ({
  pk,
  role,
  fullName: '',
  timeZone: 'UTC',
  studentPks,
  permissions: [],
  access: FULL_ACCESS,
});
const MEETING: MeetingFacts = {
  providerPk: 1,
  clientPk: 2,
  startsAt: new Date('2026-11-22T18:00:00Z'),
  status: 'booked',
  keepsParentsOut: true,
  isRoomClosed: false,
};

describe('keeping parents out', () => {
  it('is up to adult students alone', () => {
    const decides = (actor: Actor) => canKeepParentsOut(actor, '2000-01-01', '2026-11-22');
    expect(decides(person(2, 'student'))).toBe(true);
    expect(decides(person(3, 'parent', [2]))).toBe(false);
    expect(decides(person(1, 'mentor', [2]))).toBe(false);
    expect(canKeepParentsOut(person(2, 'student'), '2010-01-01', '2026-11-22')).toBe(false);
  });

  it('closes the room for parents, who still see the meeting', () => {
    const parent = person(3, 'parent', [2]);
    expect(canJoinMeeting(parent, MEETING)).toBe(false);
    expect(canReadMeeting(parent, MEETING)).toBe(true);
    expect(canJoinMeeting(parent, { ...MEETING, keepsParentsOut: false })).toBe(true);
    expect(canJoinMeeting(person(1, 'mentor', [2]), MEETING)).toBe(true);
    expect(canJoinMeeting(person(2, 'student'), MEETING)).toBe(true);
  });
});
