import { deadlinePath } from '#shared/deadlines/paths.ts';
import { type DeadlineSource, digestSection, MAX_SECTION_LINES } from '../alerts/alerts.sources.ts';
import type { DeadlineRow, DeadlinesRepository } from './deadlines.repository.ts';

/** Returns what is due: 'Application to MIT', 'Essay: Why us'. */
export function deadlineTitle({ kind, title }: Pick<DeadlineRow, 'kind' | 'title'>): string {
  return kind === 'ESSAY' ? `Essay: ${title}` : `Application to ${title}`;
}

/** Reminds students of the deadlines of their applications and essays. */
export function applicationDeadlines(repository: DeadlinesRepository): DeadlineSource {
  return {
    kind: 'application_due',
    reason: 'You get this because a college application or essay of yours has a deadline.',

    async deadlines({ from, to }, after, limit) {
      const rows = await repository.endingBetween(from, to, after, limit);
      return rows.map((row) => ({
        userPk: row.studentPk,
        key: row.key,
        title: deadlineTitle(row),
        path: deadlinePath(row, row.studentPk),
        studentPk: null,
        at: row.at,
      }));
    },

    async digest(userPk, { now }) {
      const rows = await repository.soon(userPk, now, MAX_SECTION_LINES);
      const section = (title: string, isOverdue: boolean) =>
        digestSection(
          title,
          rows.filter((row) => row.isOverdue === isOverdue),
          (row) => ({ text: deadlineTitle(row), path: deadlinePath(row, userPk) }),
        );
      return [section('Missed deadlines', true), section('Deadlines within a week', false)];
    },
  };
}
