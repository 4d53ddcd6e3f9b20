import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

/** How many mails one process sends at a time. */
export const MAIL_CONNECTIONS = 4;

/** Delivers mail. */
export interface MailTransport {
  /** @throws PermanentMailError when trying again is useless */
  send(mail: {
    key: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers: Record<string, string>;
  }): Promise<void>;
  /** Closes connections to the mail server. */
  close(): void;
  /** Whether sent mail stays readable in the outbox page. */
  keepsSent: boolean;
}

/** The mail server refused this mail permanently. */
export class PermanentMailError extends Error {
  override name = 'PermanentMailError';
}

/** SMTP when configured. Without it mail stays in the outbox page, except in production, where it fails. */
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
      // Mail content is never read from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: config.mailFrom },
  );
  const host = new URL(config.publicUrl).hostname;
  return {
    async send({ key, to, subject, text, html, headers }) {
      try {
        await transporter.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          // A mail sent twice, because a process died after sending it, is one message to its reader.
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
