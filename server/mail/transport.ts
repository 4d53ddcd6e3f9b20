import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { MailCalendar } from './outgoing-mail.ts';

/** How many emails one process sends in parallel. */
export const MAIL_CONNECTIONS = 4;

/** Delivers email. */
export interface MailTransport {
  /** @throws PermanentMailError when a retry is useless */
  send(mail: {
    key: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers: Record<string, string>;
    calendar: MailCalendar | null;
  }): Promise<void>;
  /** Closes connections to the mail server. */
  close(): void;
  /** Whether sent email stays readable in the outbox page. */
  keepsSent: boolean;
}

/** The mail server refused this email permanently. */
export class PermanentMailError extends Error {
  override name = 'PermanentMailError';
}

/**
 * Creates an SMTP transport when configured. Without it email is only in the outbox page, except in production, where
 * it fails.
 */
export function createTransport(config: Config): MailTransport {
  if (config.smtpUrl !== undefined) return smtpTransport(config.smtpUrl, config);
  return {
    async send() {
      if (config.mode === 'production') throw new Error('SMTP_URL is not set');
    },
    close: () => undefined,
    keepsSent: true,
  };
}

function smtpTransport(url: string, config: Config): MailTransport {
  const transporter = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Email content is never read from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: config.mailFrom },
  );
  const host = new URL(config.publicUrl).hostname;
  return {
    async send({ key, to, subject, text, html, headers, calendar }) {
      try {
        await transporter.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          ...(calendar === null
            ? {}
            : {
                alternatives: [
                  {
                    contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
                    content: calendar.content,
                  },
                ],
              }),
          // The same id for repeated deliveries: if a process dies after sending, the reader's program shows one
          // message.
          messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${host}>`,
        });
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode;
        if (code !== undefined && code >= 550 && code < 560) {
          throw new PermanentMailError(`The mail server refused the mail (${code}).`);
        }
        throw error;
      }
    },
    close: () => transporter.close(),
    keepsSent: false,
  };
}
