import { paths } from '#shared/kernel/paths.ts';
import type { ClockSource } from '../alerts/alerts.sources.ts';
import type { MeetingsRepository } from './meetings.repository.ts';

/** The days without a meeting after which a mentor is notified. */
export const NO_CONTACT_DAYS = 10;

const KIND = 'no_contact';

/** Notifies a mentor, once per gap, that a student had no meeting for ten days. */
export function noContact(repository: MeetingsRepository): ClockSource {
  return {
    kind: KIND,
    reason: 'You get this because you mentor this student.',
    async due(now, after, limit) {
      const before = new Date(now.getTime() - NO_CONTACT_DAYS * 86_400_000);
      const lastPair =
        after === null ? null : { userPk: after.userPk, studentPk: Number(after.key.split(':')[1]) };
      const rows = await repository.withoutContact({ now, before, after: lastPair, limit });
      return rows.map(({ userPk, studentPk, student, last }) => ({
        userPk,
        key: `${KIND}:${studentPk}:${last.toISOString()}`,
        title: `No meeting with ${student} for ${NO_CONTACT_DAYS} days`,
        body: 'Book a meeting, or write to them.',
        path: paths.user(studentPk),
      }));
    },
  };
}
