/** How alerts, emails and reminders of a meeting name its people. */

interface MeetingPeople {
  mentorPk: number;
  mentorName: string;
  studentPk: number;
  studentName: string;
}

/** Returns the other people of a meeting. A parent gets the student too, because a parent can have several children. */
export function othersOf(
  { mentorPk, mentorName, studentPk, studentName }: MeetingPeople,
  userPk: number,
): string {
  if (userPk === mentorPk) return studentName;
  return userPk === studentPk ? mentorName : `${studentName} with ${mentorName}`;
}

/** Returns the other people of a meeting for a sentence: 'with Maya Chen', for a parent 'for Maya Chen with Ana Ruiz'. */
export function withOthers(meeting: MeetingPeople, userPk: number): string {
  const isGuest = userPk !== meeting.mentorPk && userPk !== meeting.studentPk;
  return `${isGuest ? 'for' : 'with'} ${othersOf(meeting, userPk)}`;
}
