import { actAs } from '../../db/act-as.ts';
import { lockFor } from '../../db/locks.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordPrivacyEvent } from '../../lib/security-log.ts';
import type { DeparturesService } from '../booking/departures.service.ts';
import type { PaymentsService } from '../memberships/payments.service.ts';
import type { DeletionsRepository } from './deletions.repository.ts';
import { erasePerson } from './erase.repository.ts';
import type { ExportsService } from './exports.service.ts';
import type { QuoteSearch } from './quote-search.ts';
import {
  deleteLastPass,
  deleteMeetingTexts,
  deleteQuotes,
  LAST_PASS_JOB,
  quoteSearchOf,
} from './quotes.repository.ts';

/** Deletes the accounts whose grace period is over, every hour. */
const DELETE_JOB = 'privacy.delete';

/** Requests that have read a name before the deletion have ended by then: the server stops them earlier. */
const LAST_PASS_AFTER_MS = 10 * 60_000;

/** Seconds after which a job that has not ended runs again. Deleting quotes reads large tables. */
const MAX_JOB_SECONDS = 1800;

/** How often the last pass is repeated after failures: until it succeeds, its job contains the name. */
const LAST_PASS_RETRIES = 100;

/** The data of the job of the last pass. Jobs in the queue have it: a renamed field loses them. */
interface LastPass {
  quotes: QuoteSearch;
  /** The keys of emails that stay. */
  keptMails: readonly string[];
}

/**
 * Registers the jobs that delete accounts: steps 3 to 7 of deletions.service.ts. Every step can be repeated, because a
 * process can crash at any point.
 * @returns `deleteDue`, which the job calls every hour
 */
export function registerDeletionJobs(
  {
    database,
    clock,
    jobs,
    storage,
    repository,
  }: Pick<ServiceDependencies, 'database' | 'clock' | 'jobs' | 'storage'> & {
    repository: DeletionsRepository;
  },
  {
    dataExports,
    departures,
    payments,
  }: { dataExports: ExportsService; departures: DeparturesService; payments: PaymentsService },
): { deleteDue(): Promise<void> } {
  async function deleteDue(): Promise<void> {
    const errors: unknown[] = [];
    for (const personPk of await repository.listDue(clock.now())) {
      // One failed deletion must not stop the others.
      await deleteAccount(personPk).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async function deleteAccount(personPk: number): Promise<void> {
    // An account that stays keeps its subscription and its exports. The transaction checks this again with a lock.
    if (await isLastHolder(personPk)) return;
    // Before anything is deleted: if the payment provider does not answer, the request stays and is tried again.
    await payments.endSubscription(personPk);
    await dataExports.deleteFilesOf(personPk);
    const search = await quoteSearchOf(database, personPk);
    if (search !== undefined) await deleteQuotes(database, search);
    await deleteMeetingTexts(database, personPk);
    const lastPass = await database.transaction(() => eraseIfDue(personPk, search));
    // Jobs that read the name or the address before the deletion can have written alerts and emails during it.
    if (lastPass !== undefined) await deleteQuotes(database, lastPass.quotes, lastPass.keptMails);
  }

  async function isLastHolder(personPk: number): Promise<boolean> {
    return (await repository.lastHeldPermissions(personPk)).length > 0;
  }

  /**
   * Erases a person whose request is due. Call it in a transaction.
   * @returns the queued last pass; undefined when the account must stay for now, or nothing personal was left
   */
  async function eraseIfDue(
    personPk: number,
    search: QuoteSearch | undefined,
  ): Promise<LastPass | undefined> {
    // Waits for jobs that write names. Jobs that begin later read them after this transaction.
    await lockFor(database, 'deletions', 0);
    if (await isLastHolder(personPk)) return undefined;
    const requesterPk = await repository.removeDue(personPk, clock.now());
    if (requesterPk === undefined) return undefined;
    await actAs(database, requesterPk);
    const keptMails = await departures.cancelMeetingsOf(personPk);
    await erasePerson({ database, storage }, personPk);
    await recordPrivacyEvent(database, 'account_deleted', { actorPk: requesterPk, subjectPk: personPk });
    return search && queueLastPass({ quotes: search, keptMails });
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

  jobs.register(DELETE_JOB, deleteDue, { retries: 3, cron: '37 * * * *', expiresAfter: MAX_JOB_SECONDS });
  jobs.register(LAST_PASS_JOB, runLastPass, {
    retries: LAST_PASS_RETRIES,
    expiresAfter: MAX_JOB_SECONDS,
  });

  return { deleteDue };
}
