import { randomUUID } from 'node:crypto';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { canKeepParentsOut } from '#shared/meetings/parents.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordParentsKeptOut } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { RoomPrivacyRepository } from './room-privacy.repository.ts';
import { PARENTS_KEPT_OUT, parentsKeptOut } from './rooms.alerts.ts';

/** Creates the service with which adult students keep parents out of their meetings. */
export function createRoomPrivacyService(
  { database, clock }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new RoomPrivacyRepository(database);
  alerts.registerAlertSource(parentsKeptOut(repository));

  return {
    /** Returns whether the actor keeps parents out; null when the actor does not decide that. */
    async keepsParentsOut(actor: Actor): Promise<boolean | null> {
      const row = await repository.privacyOf(actor.pk);
      const today = dateIn(actor.timeZone, clock.now());
      return row !== undefined && canKeepParentsOut(actor, row.birthday, today) ? row.keepsParentsOut : null;
    },

    /**
     * Keeps parents out, or lets them in again, and alerts them. Parents in a room leave it within seconds.
     * @throws AppError FORBIDDEN
     */
    async keepParentsOut(actor: Actor, keepsOut: boolean): Promise<boolean> {
      if ((await this.keepsParentsOut(actor)) === null)
        throw new AppError('FORBIDDEN', 'Only students of 18 and older decide who joins their meetings.');
      await database.transaction(async () => {
        if (!(await repository.setKeepsParentsOut(actor.pk, keepsOut))) return;
        await recordParentsKeptOut(database, actor.pk, keepsOut);
        await alerts.announce(PARENTS_KEPT_OUT, { id: randomUUID(), studentPk: actor.pk, keepsOut });
      });
      return keepsOut;
    },
  };
}
