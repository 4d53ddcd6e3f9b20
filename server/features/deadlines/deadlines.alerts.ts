import { paths } from '#shared/kernel/paths.ts';
import type { DeadlineSource } from '../alerts/alerts.sources.ts';
import type { DeadlineRow, DeadlinesRepository } from './deadlines.repository.ts';

/** Returns the page of a deadline for its student. */
export function deadlinePath({ kind, pk, studentPk }: DeadlineRow): string {
  return kind === 'ESSAY' ? paths.essay(studentPk, pk) : `${paths.roadmap()}colleges/`;
}

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
        path: deadlinePath(row),
        at: row.at,
      }));
    },

    async digest(userPk, { now }) {
      const rows = await repository.soon(userPk, now);
      const section = (title: string, isOverdue: boolean) => ({
        title,
        lines: rows
          .filter((row) => row.isOverdue === isOverdue)
          .map((row) => ({ text: deadlineTitle(row), path: deadlinePath(row) })),
      });
      return [section('Missed deadlines', true), section('Deadlines within a week', false)];
    },
  };
}
