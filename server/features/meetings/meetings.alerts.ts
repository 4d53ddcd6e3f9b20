import { paths } from '#shared/kernel/paths.ts';
import { MAX_DAYS_WITHOUT_MEETING } from '#shared/meetings/constants.ts';
import { ALERT_RETENTION_DAYS, type ClockSource, type NewAlert } from '../alerts/alerts.sources.ts';
import type { MeetingsRepository, WithoutMeetingQuery } from './meetings.repository.ts';

const KIND = 'no_contact';

/** The maximum number of alerts of a mentor who turns them on. */
const MAX_OF_MENTOR = 500;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Notifies a mentor, once per gap, that a student had no recent meeting. */
export function noRecentMeeting(repository: MeetingsRepository): ClockSource {
  const alertsOf = async (query: Omit<WithoutMeetingQuery, 'before'>): Promise<NewAlert[]> => {
    const before = daysBefore(query.now, MAX_DAYS_WITHOUT_MEETING);
    const rows = await repository.withoutMeeting({ ...query, before });
    return rows.map(({ userPk, studentPk, student, last }) => ({
      userPk,
      key: `${KIND}:${studentPk}:${last.toISOString()}`,
      title: `No meeting with ${student} for ${MAX_DAYS_WITHOUT_MEETING} days`,
      body: 'Book a meeting, or write to them.',
      path: paths.user(studentPk),
      studentPk,
    }));
  };
  return {
    kind: KIND,
    reason: 'You get this because you mentor this student.',
    due: (now, after, limit) =>
      alertsOf({
        now,
        from: daysBefore(now, ALERT_RETENTION_DAYS),
        mentorPk: null,
        after: after === null ? null : { userPk: after.userPk, studentPk: Number(after.key.split(':')[1]) },
        limit,
      }),
    dueFor: (mentorPk, now) => alertsOf({ now, from: null, mentorPk, after: null, limit: MAX_OF_MENTOR }),
  };
}
