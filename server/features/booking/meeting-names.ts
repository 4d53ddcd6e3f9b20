import type { MeetingWithPeople } from './meeting-alerts.repository.ts';

type Names = Pick<MeetingWithPeople, 'mentorPk' | 'mentorName' | 'studentPk' | 'studentName'>;

/** Returns the other people of a meeting. A parent gets the student too, because a parent can have several children. */
export function othersOf({ mentorPk, mentorName, studentPk, studentName }: Names, userPk: number): string {
  if (userPk === mentorPk) return studentName;
  return userPk === studentPk ? mentorName : `${studentName} with ${mentorName}`;
}

/** Returns the other people of a meeting for a sentence: 'with Maya Chen', for a parent 'for Maya Chen with Ana Ruiz'. */
export function withOthers(meeting: Names, userPk: number): string {
  const isGuest = userPk !== meeting.mentorPk && userPk !== meeting.studentPk;
  return `${isGuest ? 'for' : 'with'} ${othersOf(meeting, userPk)}`;
}
