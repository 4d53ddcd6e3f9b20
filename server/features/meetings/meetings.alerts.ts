import { paths } from '#shared/kernel/paths.ts';
import { MAX_DAYS_WITHOUT_MEETING } from '#shared/meetings/constants.ts';
import { ALERT_RETENTION_DAYS, type ClockSource } from '../alerts/alerts.sources.ts';
import type { MeetingsRepository } from './meetings.repository.ts';

const KIND = 'no_contact';

/** Notifies a mentor, once per gap, that a student had no recent meeting. */
export function noRecentMeeting(repository: MeetingsRepository): ClockSource {
  return {
    kind: KIND,
    reason: 'You get this because you mentor this student.',
    async due(now, after, limit) {
      const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
      const lastPair =
        after === null ? null : { userPk: after.userPk, studentPk: Number(after.key.split(':')[1]) };
      const rows = await repository.withoutMeeting({
        now,
        from: daysAgo(ALERT_RETENTION_DAYS),
        before: daysAgo(MAX_DAYS_WITHOUT_MEETING),
        after: lastPair,
        limit,
      });
      return rows.map(({ userPk, studentPk, student, last }) => ({
        userPk,
        key: `${KIND}:${studentPk}:${last.toISOString()}`,
        title: `No meeting with ${student} for ${MAX_DAYS_WITHOUT_MEETING} days`,
        body: 'Book a meeting, or write to them.',
        path: paths.user(studentPk),
      }));
    },
  };
}
