import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { canManageMemberships } from '#shared/memberships/policy.ts';
import { MEMBERSHIP_LENGTHS } from '#shared/memberships/responses.ts';
import type { PlanList } from '#shared/memberships/detail-responses.ts';
import { planInput } from '#shared/memberships/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordMembershipEvent } from '../../lib/security-log.ts';
import { toOfferedPlan } from './memberships.presenter.ts';
import { MembershipsRepository } from './memberships.repository.ts';

/** Creates the service with which staff read and change the plans. */
export function createPlansService({ database }: Pick<ServiceDependencies, 'database'>) {
  const repository = new MembershipsRepository(database);

  /** @throws AppError NOT_FOUND */
  async function list(actor: Actor): Promise<PlanList> {
    if (!canManageMemberships(actor)) throw notFound();
    const plans = await repository.plansWithStudents();
    return { plans: plans.map(({ students, ...plan }) => ({ ...toOfferedPlan(plan), students })) };
  }

  return {
    list,

    /**
     * Changes a plan. Current payments keep their price; grants change from the next one on.
     * @throws AppError NOT_FOUND, INVALID_INPUT
     */
    async change(actor: Actor, name: string, request: unknown): Promise<PlanList> {
      const length = MEMBERSHIP_LENGTHS.find((one) => one === name);
      if (!canManageMemberships(actor) || length === undefined) throw notFound();
      const input = parseInput(planInput(length), request);
      await database.transaction(async () => {
        await repository.setPlan(length, input);
        const event = { actorPk: actor.pk, subjectPk: null, detail: length };
        await recordMembershipEvent(database, 'membership_plan_changed', event);
      });
      return list(actor);
    },
  };
}
