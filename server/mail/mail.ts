import { AppError } from '#shared/kernel/errors.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/queue.ts';
import { shorten } from '../lib/shorten.ts';
import { MAX_SUBJECT, type OutgoingMail } from './outgoing-mail.ts';
import { MailsRepository } from './mails.repository.ts';
import { createTransport, MAIL_CONNECTIONS, type MailTransport, PermanentMailError } from './transport.ts';

/** Sends email. */
export interface Mail {
  /**
   * Queues an email. Call it in the transaction that causes the email: both are committed or neither, and repeating the
   * cause (same key) sends nothing twice.
   */
  enqueue(mail: OutgoingMail): Promise<void>;
  /** Closes the connections to the mail server; call it after the last job. */
  close(): void;
}

const DELIVER = 'mail.deliver';
/** Outages, wrong credentials and rate limits of the mail server end within this time. */
const GIVE_UP_AFTER_MS = 2 * 24 * 3600 * 1000;
/** About 57 attempts are made before an email is given up; the job of a process that died counts, too. */
const RETRIES = 100;
/** Longer than the timeout of sending to a mail server (see transport.ts). */
const CLAIM_SECONDS = 90;

/** Delivers email through the job queue, so that it survives a restart. */
export function createMail({
  config,
  database,
  jobs,
  transport = createTransport(config),
}: {
  config: Config;
  database: Database;
  jobs: Jobs;
  transport?: MailTransport;
}): Mail {
  const repository = new MailsRepository(database);

  /** Queues the delivery of an email. At most one job per email waits at a time. */
  function schedule(pk: number, startAfter?: Date): Promise<void> {
    return jobs.send(DELIVER, { pk }, { singletonKey: String(pk), ...(startAfter && { startAfter }) });
  }

  async function deliver({ pk }: { pk: number }): Promise<void> {
    const mail = await repository.claim(pk, CLAIM_SECONDS);
    if (mail === undefined) {
      // The process that claimed a queued email may have stopped before it stored the result.
      const retryAt = await repository.nextClaimAt(pk);
      if (retryAt !== undefined) await schedule(pk, retryAt);
      return;
    }
    try {
      await transport.send(mail);
    } catch (error) {
      const isOver =
        error instanceof PermanentMailError || Date.now() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS;
      const message = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      await repository.setFailure(pk, isOver ? 'failed' : 'queued', message);
      if (isOver) return;
      // The server's message can contain the address, which must not be in the log.
      throw new AppError('UNAVAILABLE', 'The mail server did not accept an email.');
    }
    await repository.setSent(pk, transport.keepsSent);
  }

  jobs.register(DELIVER, deliver, {
    retries: RETRIES,
    retryDelay: 10,
    expiresAfter: 120,
    batchSize: MAIL_CONNECTIONS,
  });

  return {
    close: () => transport.close(),

    async enqueue(mail) {
      await database.transaction(async () => {
        // Names of people and meetings in it can be long.
        const subject = shorten(mail.subject, MAX_SUBJECT);
        const pk = await repository.insert({ ...mail, subject });
        if (pk !== undefined) await schedule(pk);
      });
    },
  };
}
