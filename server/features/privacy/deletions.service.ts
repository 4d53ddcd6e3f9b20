import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { lastHolderMessage } from '#shared/privacy/policy.ts';
import type { PersonalData } from '#shared/privacy/responses.ts';
import { DELETION_DAYS } from '#shared/privacy/limits.ts';
import { actAs } from '../../db/act-as.ts';
import { lockFor } from '../../db/locks.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordPrivacyEvent } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { DeparturesService } from '../booking/departures.service.ts';
import type { PaymentsService } from '../memberships/payments.service.ts';
import { deletionMail } from './deletions.mails.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { erasePerson } from './erase.repository.ts';
import type { ExportsService } from './exports.service.ts';
import { DELETION_REQUESTED, deletionRequested } from './privacy.alerts.ts';
import {
  deleteLastPass,
  deleteMeetingTexts,
  deleteQuotes,
  LAST_PASS_JOB,
  type Quotes,
  quotesOf,
} from './quotes.repository.ts';

const DELETE_JOB = 'privacy.delete';
const DAY_MS = 86_400_000;
/** Requests that have read a name before the deletion have ended by then: the server stops them earlier. */
const LAST_PASS_AFTER_MS = 10 * 60_000;

/** What the last pass deletes: texts about a person who is deleted, except some emails. */
interface LastPass {
  quotes: Quotes;
  keptMails: readonly string[];
}

/** The service of deletions, for routes and the acceptance of invitations. */
export type DeletionsService = ReturnType<typeof createDeletionsService>;

/** Creates the service that deletes accounts after a grace period. */
export function createDeletionsService(
  { config, database, clock, jobs, mail, storage }: ServiceDependencies,
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
  const repository = new DeletionsRepository(database);
  // Each request sends emails, and can be withdrawn.
  const limit = createRateLimit(database, { name: 'deletion', attempts: 10, seconds: 24 * 3600 });
  alerts.registerAlertSource(deletionRequested(repository));

  async function deleteOne(userPk: number): Promise<void> {
    // Before anything is deleted: if the payment provider does not answer, the request stays and is tried again.
    await payments.endSubscription(userPk);
    await dataExports.deleteFilesOf(userPk);
    const isLastHolder = async () => (await repository.lastHeldPermissions(userPk)).length > 0;
    if (await isLastHolder()) return;
    const quotes = await quotesOf(database, userPk);
    if (quotes !== undefined) await deleteQuotes(database, quotes);
    await deleteMeetingTexts(database, userPk);
    const lastPass = await database.transaction(async () => {
      // Waits for jobs that write names. Jobs that begin later read them after this transaction.
      await lockFor(database, 'deletions', 0);
      if (await isLastHolder()) return undefined;
      const requesterPk = await repository.take(userPk, clock.now());
      if (requesterPk === undefined) return undefined;
      await actAs(database, requesterPk);
      const keptMails = await departures.cancelMeetingsOf(userPk);
      await erasePerson({ database, storage }, userPk);
      const people = { actorPk: requesterPk, subjectPk: userPk };
      await recordPrivacyEvent(database, 'account_deleted', people);
      return quotes && queueLastPass({ quotes, keptMails });
    });
    // Jobs that read the name or the address before the deletion can have written alerts and emails during it.
    if (lastPass !== undefined) await deleteQuotes(database, lastPass.quotes, lastPass.keptMails);
  }

  /**
   * Queues the last pass: it deletes texts by requests that read the name or the address before the deletion and write
   * after it. It also does the work of the pass right after the transaction if the server stops before that one.
   */
  async function queueLastPass(lastPass: LastPass): Promise<LastPass> {
    await jobs.send(LAST_PASS_JOB, lastPass, {
      singletonKey: String(lastPass.quotes.personPk),
      startAfter: new Date(clock.now().getTime() + LAST_PASS_AFTER_MS),
    });
    return lastPass;
  }

  async function runLastPass({ quotes, keptMails }: LastPass): Promise<void> {
    await deleteQuotes(database, quotes, keptMails);
    await deleteLastPass(database, quotes.personPk);
  }

  async function deleteDue(): Promise<void> {
    const errors: unknown[] = [];
    for (const userPk of await repository.due(clock.now())) {
      // One failed deletion must not stop the others.
      await deleteOne(userPk).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

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
      for (const to of (await repository.family(userPk)).filter(isMailed)) {
        await mail.enqueue(deletionMail(config.publicUrl, { to, personPk: userPk, requestedAt, dueAt }));
      }
    });
  }

  jobs.register(DELETE_JOB, deleteDue, { retries: 3, cron: '37 * * * *', expiresAfter: 1800 });
  jobs.register(LAST_PASS_JOB, runLastPass, { retries: 100, expiresAfter: 1800 });

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
        if (!(await repository.withdraw(pk, clock.now()))) throw notFound();
        await recordPrivacyEvent(database, 'deletion_withdrawn', { actorPk: actor.pk, subjectPk: pk });
      });
    },
  };
}
