import type { ColumnType, Generated } from 'kysely';

export interface MailTables {
  /** The transactional outbox: see server/mail/mail.ts. */
  mails: {
    pk: Generated<number>;
    /** The cause and the recipient: the same email is never queued twice. */
    key: string;
    to: string;
    /** The person who had this address when the email was queued. */
    userPk: number | null;
    subject: string;
    text: string;
    html: string;
    headers: ColumnType<Record<string, string>, string | undefined, never>;
    /** A calendar invitation. */
    calendar: ColumnType<{ method: string; content: string } | null, string | null | undefined, never>;
    state: Generated<'queued' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    /** Until when a process has reserved the email to send it. */
    claimedUntil: Date | null;
    lastError: string | null;
    createdAt: Generated<Date>;
    sentAt: Date | null;
  };
}
