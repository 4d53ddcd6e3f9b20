import type { Actor } from '#shared/kernel/actor.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { canSeeDeadlines, ownDeadlineStudents } from '#shared/deadlines/policy.ts';
import { DEADLINE_DAYS, MAX_DEADLINES } from '#shared/deadlines/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { applicationDeadlines } from './deadlines.alerts.ts';
import { type DeadlineRow, DeadlinesRepository } from './deadlines.repository.ts';

export type DeadlinesService = ReturnType<typeof createDeadlinesService>;

/**
 * Creates the service of open deadlines of college applications and essays, for lists, the dashboard, alerts
 * and the calendar.
 */
export function createDeadlinesService(
  { database, clock }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new DeadlinesRepository(database);
  alerts.registerAlertSource(applicationDeadlines(repository));

  /** Parents see only the essays that are shared with them. */
  const scopeOf = (actor: Actor) => ({ onlyShared: actor.role === 'parent' });

  return {
    /**
     * Lists deadlines of the next 30 days and those missed in the last 30, by date.
     * @param studentPk null for the actor's own: a student's, or those of a parent's children
     * @throws AppError NOT_FOUND
     */
    async upcoming(actor: Actor, studentPk: number | null): Promise<DeadlineRow[]> {
      if (studentPk !== null && !canSeeDeadlines(actor, studentPk)) throw notFound();
      const students = studentPk === null ? ownDeadlineStudents(actor) : [studentPk];
      const today = dateIn(actor.timeZone, clock.now());
      const period = { from: addDays(today, -DEADLINE_DAYS), to: addDays(today, DEADLINE_DAYS) };
      return students.length === 0 ? [] : repository.between(students, period, scopeOf(actor), MAX_DEADLINES);
    },

    /** Lists the actor's own deadlines between two dates: for a calendar. */
    async dated(actor: Actor, from: string, to: string): Promise<DeadlineRow[]> {
      const students = ownDeadlineStudents(actor);
      return students.length === 0
        ? []
        : repository.between(students, { from, to }, scopeOf(actor), MAX_DEADLINES);
    },
  };
}
