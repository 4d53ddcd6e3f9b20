import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/queue.ts';
import { createTransport, MAIL_CONNECTIONS, type MailTransport, PermanentMailError } from './transport.ts';

/** A mail to one person. */
export interface OutgoingMail {
  /** Names the cause and the recipient, such as `note-sent:12:34`: a second mail with the same key is ignored. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** The way out for mail. */
export interface Mail {
  /**
   * Queues a mail. Call it in the transaction that causes the mail: both happen or neither, and repeating the cause
   * (same key) sends nothing twice.
   */
  enqueue(mail: OutgoingMail): Promise<void>;
  /** After the last job has run. */
  close(): void;
}

const DELIVER = 'mail.deliver';
const MAX_ATTEMPTS = 8;
/** Longer than any conversation with a mail server may take (see transport.ts). */
const CLAIM_SECONDS = 90;

interface ClaimedMail {
  pk: number;
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attempts: number;
}

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
  /** Takes the mail for this process alone, without holding a connection while the mail server is talked to. */
  async function claim(pk: number): Promise<ClaimedMail | undefined> {
    const [mail] = await database.query<ClaimedMail>(
      `UPDATE mails SET attempts = attempts + 1, claimed_until = now() + make_interval(secs => $2)
      WHERE pk = (
        SELECT pk FROM mails
        WHERE pk = $1 AND state = 'queued' AND (claimed_until IS NULL OR claimed_until < now())
        FOR UPDATE SKIP LOCKED)
      RETURNING pk, key, "to", subject, text, html, headers, attempts`,
      [pk, CLAIM_SECONDS],
    );
    return mail;
  }

  async function deliver({ pk }: { pk: number }): Promise<void> {
    const mail = await claim(pk);
    if (mail === undefined) return;
    try {
      await transport.send(mail);
    } catch (error) {
      const isOver = error instanceof PermanentMailError || mail.attempts >= MAX_ATTEMPTS;
      await database.query(
        'UPDATE mails SET state = $2, claimed_until = NULL, last_error = $3 WHERE pk = $1',
        [pk, isOver ? 'failed' : 'queued', error instanceof Error ? error.message.slice(0, 500) : 'unknown'],
      );
      if (isOver) return;
      throw error;
    }
    // Links in a mail are secrets: what was delivered is not kept.
    await database.query(
      `UPDATE mails SET state = 'sent', sent_at = now(), claimed_until = NULL, last_error = NULL,
        text = CASE WHEN $2 THEN text ELSE '' END, html = CASE WHEN $2 THEN html ELSE '' END,
        headers = CASE WHEN $2 THEN headers ELSE '{}' END
      WHERE pk = $1`,
      [pk, transport.keepsSent],
    );
  }

  // One try more than a mail may have: the job of a process that died counts as a try, too.
  jobs.register(DELIVER, deliver, {
    retries: MAX_ATTEMPTS + 2,
    retryDelay: 10,
    expiresAfter: 120,
    together: MAIL_CONNECTIONS,
  });

  return {
    close: () => transport.close(),

    async enqueue({ key, to, subject, text, html, headers = {} }) {
      await database.transaction(async () => {
        const [row] = await database.query<{ pk: number }>(
          `INSERT INTO mails (key, "to", subject, text, html, headers) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (key) DO NOTHING RETURNING pk`,
          [key, to, subject, text, html, JSON.stringify(headers)],
        );
        if (row !== undefined) await jobs.send(DELIVER, { pk: row.pk }, { singletonKey: String(row.pk) });
      });
    },
  };
}
