/**
 * Deletes accounts, 30 days after a request. From the request to the end:
 *
 * 1. `request` stores a row in `deletion_requests`, and notifies the person and their parents by alert
 *    (privacy.alerts.ts) and email (deletions.mails.ts). `requestForChild` does the same for a child who is too young.
 * 2. For 30 days, `withdraw` can remove the row, and the removal of the parent who requested it does
 *    (`withdrawOfRemovedParent`). Both delete the alerts of step 1, and notify everyone who got one, or the email, in the same
 *    way. `read` returns what the page 'Personal data' shows.
 *
 * Then an hourly job deletes the account (deletions.jobs.ts):
 *
 * 3. It does nothing while the person is the last holder of a permission. Otherwise it ends the subscription at the
 *    payment provider, and deletes the files of exports.
 * 4. It deletes rows of others that quote the name or the address, or are about the person's meetings
 *    (quotes.repository.ts).
 * 5. In one transaction, it removes the request, cancels future meetings (booking/departures.service.ts), deletes the
 *    person's rows and files (erase.repository.ts), and records `account_deleted` in the audit log.
 * 6. It repeats the quotes of step 4, because other jobs can write during the transaction.
 * 7. Ten minutes later, the last pass (another job) repeats them again: requests can have read the name before the
 *    transaction and written it later.
 *
 * personal-data.ts declares for every table which rows steps 4 and 5 delete, and how a new table is registered. The
 * reasons are in docs/decisions/028-export-and-deletion.md.
 */
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { lastHolderMessage } from '#shared/privacy/policy.ts';
import type { PersonalData } from '#shared/privacy/responses.ts';
import { DELETION_DAYS } from '#shared/privacy/limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordPrivacyEvent } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { DeparturesService } from '../booking/departures.service.ts';
import type { PaymentsService } from '../memberships/payments.service.ts';
import { registerDeletionJobs } from './deletions.jobs.ts';
import { deletionMail, deletionMailKey, nameInFamily, withdrawalMail } from './deletions.mails.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import type { ExportsService } from './exports.service.ts';
import {
  DELETION_REQUESTED,
  DELETION_WITHDRAWN,
  deletionAlertKey,
  deletionRequested,
  deletionWithdrawn,
  withdrawalAlerts,
} from './privacy.alerts.ts';

const DAY_MS = 86_400_000;

/** The service of deletions, for routes and the acceptance of invitations. */
export type DeletionsService = ReturnType<typeof createDeletionsService>;

/** Creates the service that deletes accounts after a grace period. */
export function createDeletionsService(
  dependencies: ServiceDependencies,
  {
    alerts,
    dataExports,
    departures,
    payments,
  }: {
    alerts: AlertsService;
    dataExports: ExportsService;
    departures: DeparturesService;
    payments: PaymentsService;
  },
) {
  const { config, database, clock, mail } = dependencies;
  const repository = new DeletionsRepository(database);
  // Each request sends emails, and can be withdrawn.
  const limit = createRateLimit(database, { name: 'deletion', attempts: 10, seconds: 24 * 3600 });
  alerts.registerAlertSource(deletionRequested(repository));
  alerts.registerAlertSource(deletionWithdrawn());
  const { deleteDue } = registerDeletionJobs(
    { ...dependencies, repository },
    { dataExports, departures, payments },
  );

  /**
   * Stores a request and notifies the family by alert and email. Requesting it twice changes nothing.
   * @param isMailed whether a member of the family gets the email
   */
  function insertRequest(
    people: { userPk: number; requesterPk: number },
    isMailed: (member: { pk: number }) => boolean,
  ): Promise<void> {
    const { userPk, requesterPk } = people;
    const requestedAt = clock.now();
    const dueAt = new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS);
    return database.transaction(async () => {
      const [permission] = await repository.lastHeldPermissions(userPk);
      if (permission !== undefined) throw new AppError('CONFLICT', lastHolderMessage(permission));
      if (!(await repository.insert({ ...people, requestedAt, dueAt }))) return;
      await recordPrivacyEvent(database, 'deletion_requested', { actorPk: requesterPk, subjectPk: userPk });
      await alerts.announce(DELETION_REQUESTED, { userPk });
      const family = await repository.familyOf(userPk);
      const person = { pk: userPk, name: nameInFamily(family, userPk) };
      for (const to of family.filter(isMailed)) {
        await mail.enqueue(deletionMail(config.publicUrl, { to, person, requestedAt, dueAt }));
      }
    });
  }

  /**
   * Records a withdrawal, deletes the alerts about the request, and notifies the members of the family who were notified
   * of it, in the same ways. The actor knows it, and a removed parent no longer gets anything about the student.
   */
  async function announceWithdrawal(
    actor: Actor,
    userPk: number,
    { requestedAt, removedParentPk = null }: { requestedAt: Date; removedParentPk?: number | null },
  ): Promise<void> {
    await recordPrivacyEvent(database, 'deletion_withdrawn', { actorPk: actor.pk, subjectPk: userPk });
    const alerted = await alerts.deleteOutdated({
      personPk: userPk,
      key: deletionAlertKey(userPk, requestedAt),
    });
    const family = await repository.familyOf(userPk);
    const withdrawal = {
      person: { pk: userPk, name: nameInFamily(family, userPk) },
      requestedAt,
      actorName: actor.fullName,
      isByRemoval: removedParentPk !== null,
    };
    const others = family.filter(({ pk }) => pk !== actor.pk && pk !== removedParentPk);
    const keyOf = ({ pk }: { pk: number }) => deletionMailKey(withdrawal, pk);
    const queued = await repository.queuedMails(others.map(keyOf));
    const mailed = others.filter((member) => queued.has(keyOf(member)));
    const notified = others.filter((member) => mailed.includes(member) || alerted.includes(member.pk));
    await alerts.announce(DELETION_WITHDRAWN, {
      alerts: withdrawalAlerts(
        withdrawal,
        notified.map(({ pk }) => pk),
      ),
    });
    for (const to of mailed) await mail.enqueue(withdrawalMail(config.publicUrl, withdrawal, to));
  }

  return {
    /** Runs the due deletions. The job calls it every hour. */
    deleteDue,

    /** Reads the actor's export of the person and the requested deletion. @throws AppError NOT_FOUND */
    async read(actor: Actor, pk: number): Promise<PersonalData> {
      const { fullName, role } = await dataExports.requirePerson(actor, pk);
      const request = await repository.find(pk);
      return {
        full_name: fullName,
        keeps_notes: role === 'mentor',
        export: await dataExports.read(actor, pk),
        deletion:
          request === undefined
            ? null
            : { requested_at: request.requestedAt.toISOString(), due_at: request.dueAt.toISOString() },
      };
    },

    /**
     * Requests the deletion of an account; requesting it twice changes nothing.
     * @throws AppError NOT_FOUND, RATE_LIMITED, CONFLICT for the last holder of a permission
     */
    async request(actor: Actor, pk: number): Promise<void> {
      await dataExports.requirePerson(actor, pk);
      await limit.require(String(actor.pk));
      await insertRequest({ userPk: pk, requesterPk: actor.pk }, () => true);
    },

    /**
     * Requests the deletion of the student with an email address who has never signed in and is too young. It waits like
     * every deletion, because a date of birth can be mistyped. The child gets no email.
     */
    async requestForChild(email: string): Promise<void> {
      const pk = await repository.studentWithoutSignIn(email);
      if (pk === undefined) return;
      await insertRequest({ userPk: pk, requesterPk: pk }, (member) => member.pk !== pk);
    },

    /** Withdraws a requested deletion. @throws AppError NOT_FOUND, also when it is due */
    async withdraw(actor: Actor, pk: number): Promise<void> {
      await dataExports.requirePerson(actor, pk);
      await database.transaction(async () => {
        const requestedAt = await repository.withdraw(pk, clock.now());
        if (requestedAt === undefined) throw notFound();
        await announceWithdrawal(actor, pk, { requestedAt });
      });
    },

    /**
     * Withdraws the deletion of a student that a parent requested who is removed now. Call it in the transaction of the
     * removal.
     */
    async withdrawOfRemovedParent(
      actor: Actor,
      { studentPk, userPk }: { studentPk: number; userPk: number },
    ): Promise<void> {
      const requestedAt = await repository.withdrawRequestOf(userPk, studentPk, clock.now());
      if (requestedAt === undefined) return;
      await announceWithdrawal(actor, studentPk, { requestedAt, removedParentPk: userPk });
    },
  };
}
