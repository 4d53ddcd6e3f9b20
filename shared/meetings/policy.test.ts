import { describe, expect, it } from 'vitest';
import { ACTORS, FAMILY, RELATED, STUDENT_PK, whoCan, whoGets } from '#tests/factories/actors.ts';
import {
  canChangeMeeting,
  canJoinMeeting,
  canListMeetingsOf,
  canReadMeeting,
  canWriteMeetingNote,
  type MeetingFacts,
  meetingPermissions,
} from './policy.ts';

const PARTICIPANTS = [...FAMILY, 'mentor'];
const HOUR = 3_600_000;
const startsAt = new Date('2026-05-04T15:00:00Z');
const meeting: MeetingFacts = {
  providerPk: ACTORS.mentor.pk,
  clientPk: STUDENT_PK,
  startsAt,
  status: 'booked',
  keepsParentsOut: false,
  isRoomClosed: false,
};
const canceled: MeetingFacts = { ...meeting, status: 'canceled' };

/** Returns the time this many milliseconds before the meeting starts, with a cut-off of 24 hours. */
const before = (milliseconds: number) => ({
  now: new Date(startsAt.getTime() - milliseconds),
  cutOffHours: 24,
});

describe('seeing meetings', () => {
  it('the mentor, the student and the parents read a meeting, other mentors of the student do not', () => {
    expect(whoCan((actor) => canReadMeeting(actor, meeting))).toEqual(PARTICIPANTS);
    expect(whoCan((actor) => canReadMeeting(actor, canceled))).toEqual(PARTICIPANTS);
  });

  it('related people can have meetings of the student', () => {
    expect(whoCan((actor) => canListMeetingsOf(actor, STUDENT_PK))).toEqual(RELATED);
  });
});

describe('joining the room', () => {
  it('the mentor, the student and the parents join', () => {
    expect(whoCan((actor) => canJoinMeeting(actor, meeting))).toEqual(PARTICIPANTS);
  });

  it('parents do not join when the student keeps them out', () => {
    expect(whoCan((actor) => canJoinMeeting(actor, { ...meeting, keepsParentsOut: true }))).toEqual([
      'student',
      'mentor',
    ]);
  });

  it('nobody joins a canceled meeting', () => {
    expect(whoCan((actor) => canJoinMeeting(actor, canceled))).toEqual([]);
  });

  it('nobody joins a room that was closed', () => {
    expect(whoCan((actor) => canJoinMeeting(actor, { ...meeting, isRoomClosed: true }))).toEqual([]);
  });
});

describe('writing the meeting note', () => {
  it('only the mentor of the meeting writes it', () => {
    expect(whoCan((actor) => canWriteMeetingNote(actor, meeting))).toEqual(['mentor']);
  });

  it('the mentor writes that of a canceled meeting, unless the mentor was removed', () => {
    expect(whoCan((actor) => canWriteMeetingNote(actor, canceled))).toEqual(['mentor']);
    expect(whoCan((actor) => canWriteMeetingNote(actor, { ...canceled, isRoomClosed: true }))).toEqual([]);
    expect(whoCan((actor) => canWriteMeetingNote(actor, { ...meeting, isRoomClosed: true }))).toEqual([
      'mentor',
    ]);
  });

  it('a provider who is not a mentor does not write it', () => {
    const byStudent = { ...meeting, providerPk: STUDENT_PK };
    expect(canWriteMeetingNote(ACTORS.student, byStudent)).toBe(false);
  });
});

describe('moving and canceling', () => {
  const whoChanges = (milliseconds: number, facts = meeting) =>
    whoCan((actor) => canChangeMeeting(actor, facts, before(milliseconds)));

  it('the family does it until the cut-off, the mentor until the start', () => {
    expect(whoChanges(48 * HOUR)).toEqual(PARTICIPANTS);
    expect(whoChanges(24 * HOUR)).toEqual(PARTICIPANTS);
    expect(whoChanges(24 * HOUR - 1)).toEqual(['mentor']);
    expect(whoChanges(1)).toEqual(['mentor']);
    expect(whoChanges(0)).toEqual([]);
    expect(whoChanges(-HOUR)).toEqual([]);
  });

  it('without a cut-off, the family does it until the start too', () => {
    const whoChangesLate = (milliseconds: number) =>
      whoCan((actor) => canChangeMeeting(actor, meeting, { ...before(milliseconds), cutOffHours: 0 }));
    expect(whoChangesLate(1)).toEqual(PARTICIPANTS);
    expect(whoChangesLate(0)).toEqual([]);
  });

  it('nobody changes a canceled meeting', () => {
    expect(whoChanges(48 * HOUR, canceled)).toEqual([]);
  });
});

describe('the permissions of a meeting', () => {
  const permissionsOf = (facts: MeetingFacts, milliseconds: number) =>
    whoGets((actor) => meetingPermissions(actor, facts, before(milliseconds)));

  it('let the family join and change a coming meeting, and the mentor also write its note', () => {
    const family = ['view_meetingroom', 'change_bookedmeeting', 'cancel_bookedmeeting'];
    expect(permissionsOf(meeting, 48 * HOUR)).toEqual({
      student: family,
      parent: family,
      mentor: ['view_meetingroom', 'add_meetingnote', 'change_bookedmeeting', 'cancel_bookedmeeting'],
    });
  });

  it('leave the room and the note after the start', () => {
    expect(permissionsOf(meeting, 0)).toEqual({
      student: ['view_meetingroom'],
      parent: ['view_meetingroom'],
      mentor: ['view_meetingroom', 'add_meetingnote'],
    });
  });

  it('leave only the note after a cancellation', () => {
    expect(permissionsOf(canceled, 48 * HOUR)).toEqual({ mentor: ['add_meetingnote'] });
  });
});
