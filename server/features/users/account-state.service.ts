import { type Actor, hasPermission } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import {
  canChangeState,
  canSendPasswordReset,
  changeStateInput,
  DISABLE_SELF,
  LAST_HOLDER,
} from '#shared/users/account-state.ts';
import { actAs } from '../../db/act-as.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordPasswordResetSent } from '../../lib/security-log.ts';
import type { DeparturesService } from '../booking/departures.service.ts';
import { AccountStateRepository } from './account-state.repository.ts';

/** Creates the service with which staff disable and enable accounts and send password resets. */
export function createAccountStateService(
  { database, clock, identity }: ServiceDependencies,
  { departures }: { departures: DeparturesService },
) {
  const repository = new AccountStateRepository(database);

  return {
    /**
     * Disables or enables a person (USER-039). Disabling ends every sign-in, calendar link and pending sign-in at once, and
     * cancels the person's meetings that have not ended. Enabling brings none of them back. Doing it twice changes nothing.
     * @throws AppError NOT_FOUND, INVALID_INPUT, FORBIDDEN for oneself, CONFLICT for the last person who can do it
     */
    async changeState(actor: Actor, pk: number, request: unknown): Promise<void> {
      if (!hasPermission(actor, 'users.disable_user')) throw notFound();
      const { action, reason } = parseInput(changeStateInput, request);
      if (!canChangeState(actor, { pk })) throw new AppError('FORBIDDEN', DISABLE_SELF);
      await database.transaction(async () => {
        const holders = await repository.lockHolders();
        const person = await repository.find(pk, { lock: true });
        if (person === undefined) throw notFound();
        if (person.isDisabled === (action === 'disable')) return;
        if (action === 'disable' && holders.includes(pk) && holders.length === 1) {
          throw new AppError('CONFLICT', LAST_HOLDER);
        }
        await actAs(database, actor.pk);
        await repository.change(pk, { action, reason, actorPk: actor.pk, at: clock.now() });
        if (action === 'disable') await departures.cancelMeetingsOfDisabled(pk);
      });
    },

    /**
     * Emails the person a link to choose a new password (USER-033).
     * @throws AppError NOT_FOUND, CONFLICT for a disabled person, RATE_LIMITED
     */
    async sendPasswordReset(actor: Actor, pk: number, ip: string): Promise<void> {
      const person = await repository.find(pk);
      if (person === undefined || identity.accounts === null || !canSendPasswordReset(actor, person)) {
        throw notFound();
      }
      if (person.isDisabled) throw new AppError('CONFLICT', 'This account is disabled.');
      await identity.requestPasswordReset(person.email, ip);
      await recordPasswordResetSent(database, actor, pk);
    },
  };
}
