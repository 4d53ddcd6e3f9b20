import { randomUUID } from 'node:crypto';
import { type Actor, hasPermission } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { type RelationKind, type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import {
  enoughRelated,
  MAX_RELATED,
  OWN_RELATIONS,
  type RelationChange,
  relationFromRequest,
} from '#shared/users/relations.ts';
import { relationInput } from '#shared/users/schema.ts';
import { actAs } from '../../db/act-as.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { DeparturesService } from '../booking/departures.service.ts';
import type { DeletionsService } from '../privacy/deletions.service.ts';
import { RELATION_CHANGED, relationChanged } from './relations.alerts.ts';
import { type RelatedPerson, type Relation, RelationsRepository } from './relations.repository.ts';

/** A changed relation: the names of the two people, and the role of the second for the first. */
export interface ChangedRelation {
  userFullName: string;
  targetUserFullName: string;
  role: Role;
}

/** The service that relates students with parents and mentors. */
export type RelationsService = ReturnType<typeof createRelationsService>;

/** Creates the service that relates students with parents and mentors. */
export function createRelationsService(
  { database }: ServiceDependencies,
  {
    alerts,
    deletions,
    departures,
  }: { alerts: AlertsService; deletions: DeletionsService; departures: DeparturesService },
) {
  const repository = new RelationsRepository(database);
  alerts.registerAlertSource(relationChanged(repository));

  /** Relates the two people, whose student is locked. @returns whether they were not related before */
  async function relate(relation: Relation): Promise<boolean> {
    if (await repository.isRelated(relation)) return false;
    if ((await repository.count(relation)) >= MAX_RELATED[relation.kind]) {
      throw new AppError('CONFLICT', enoughRelated(relation.kind));
    }
    await repository.insert(relation);
    return true;
  }

  /** Checks a request and runs the change with both people locked. */
  function change(
    actor: Actor,
    kind: RelationChange,
    request: object,
    run: (relation: Relation, people: readonly [RelatedPerson, RelatedPerson]) => Promise<boolean>,
  ): Promise<ChangedRelation> {
    const { userPk, targetUserPk, role } = parseInput(relationInput, request);
    return database.transaction(async () => {
      const people = await repository.lockPeople([userPk, targetUserPk]);
      const [user, target] = [people.get(userPk), people.get(targetUserPk)];
      if (user === undefined || target === undefined || !hasPermission(actor, `users.${kind}_${role}`)) {
        throw notFound();
      }
      if (user.pk === target.pk) throw invalid('targetUserPk', 'Choose two different people.');
      const relation = relationFromRequest({ user, target, role });
      if (actor.pk === user.pk || actor.pk === target.pk) throw new AppError('FORBIDDEN', OWN_RELATIONS);
      if (relation === null) throw invalid('targetUserPk', relationProblem(user, target, role));
      await actAs(database, actor.pk);
      if (await run(relation, [user, target])) {
        await alerts.announce(RELATION_CHANGED, {
          ...relation,
          id: randomUUID(),
          change: kind === 'assign' ? 'assigned' : 'removed',
        });
      }
      return { userFullName: user.fullName, targetUserFullName: target.fullName, role };
    });
  }

  return {
    /**
     * Makes the target a mentor, parent or student of the user. Doing it twice changes nothing (USER-043).
     * @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT when one is disabled or the student has enough of them
     */
    assign(actor: Actor, request: object): Promise<ChangedRelation> {
      return change(actor, 'assign', request, async (relation, people) => {
        const disabled = people.find(({ isDisabled }) => isDisabled);
        if (disabled !== undefined) {
          throw new AppError('CONFLICT', `${disabled.fullName} is disabled. Enable the account first.`);
        }
        return relate(relation);
      });
    },

    /**
     * Relates a student with someone who accepted an invitation, with the student locked. Call it in a transaction.
     * @throws AppError CONFLICT when the student has enough mentors or parents
     */
    async relateInvited(studentPk: number, userPk: number, kind: RelationKind): Promise<void> {
      await repository.lockPeople([studentPk]);
      await relate({ studentPk, userPk, kind });
    },

    /**
     * Ends the relation; the rights that came with it end with the next request. Meetings of a removed mentor that have
     * not ended are canceled, a deletion of the student that a removed parent requested is withdrawn, and the alerts of
     * the removed person about the student are deleted. Doing it twice changes nothing (USER-044).
     * @throws AppError NOT_FOUND, INVALID_INPUT
     */
    remove(actor: Actor, request: object): Promise<ChangedRelation> {
      return change(actor, 'remove', request, async (relation) => {
        if (!(await repository.isRelated(relation))) return false;
        const { studentPk, userPk, kind } = relation;
        if (kind === 'mentor') await departures.cancelMeetingsOfPair({ mentorPk: userPk, studentPk });
        else await deletions.withdrawOfRemovedParent(actor, relation);
        await repository.delete(relation);
        await alerts.deleteAbout(relation);
        return true;
      });
    },
  };
}

/** Returns why the two people cannot be related in this way. */
function relationProblem(user: RelatedPerson, target: RelatedPerson, role: Role): string {
  if (target.role !== role) {
    return `${target.fullName} is a ${target.role} and cannot be assigned as a ${role}.`;
  }
  return role === 'student'
    ? `${user.fullName} is a student. Only mentors and parents have students.`
    : `${user.fullName} is a ${user.role}. Only students have ${ROLE_NAMES[role].toLowerCase()}s.`;
}
