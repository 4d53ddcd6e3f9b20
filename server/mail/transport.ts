import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

/** Mails on their way to the mail server at a time, of one process. */
export const MAIL_CONNECTIONS = 4;

/** How a mail leaves the house. */
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
  /** Lets go of connections to the mail server. */
  close(): void;
}

/** The mail server refuses this mail for good. */
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
      // Nothing of a mail is ever read from a file or an address.
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
          // The same mail sent again, because a process died after sending it, is the same message to its reader.
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
  };
}
