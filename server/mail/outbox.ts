import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#shared/kernel/escape-html.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { parsePk } from '#shared/kernel/ids.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { MailsRepository, type StoredMail } from './mails.repository.ts';

const SHOWN = 100;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;
}

/** Serves the development outbox at /dev/outbox/. Off in production and with a mail server. */
export function registerOutbox(
  server: FastifyInstance,
  { config, database }: { config: Config; database: Database },
) {
  if (config.mode === 'production' || config.smtpUrl !== undefined) return;
  const repository = new MailsRepository(database);

  async function find(params: unknown): Promise<StoredMail> {
    const mail = await repository.find(parsePk((params as { pk: string }).pk));
    if (mail === undefined) throw notFound();
    return mail;
  }

  server.get('/dev/outbox/', async (_request, reply) => {
    const mails = await repository.latest(SHOWN);
    const items = mails.map(
      ({ pk, to, subject, state, createdAt }) =>
        `<li><a href="/dev/outbox/${pk}/">${escapeHtml(subject)}</a><br>to ${escapeHtml(to)}, ${state}, ` +
        `<time datetime="${createdAt.toISOString()}">${createdAt.toISOString()}</time></li>`,
    );
    const list = items.length === 0 ? '<p>No mail yet.</p>' : `<ul>${items.join('\n')}</ul>`;
    return reply
      .type('text/html; charset=utf-8')
      .send(page('Outbox', `<p>Without a mail server, emails appear here, newest first.</p>${list}`));
  });

  server.get('/dev/outbox/:pk/', async (request, reply) => {
    const mail = await find(request.params);
    // Turns URLs into links.
    const text = escapeHtml(mail.text).replaceAll(
      /https?:\/\/[^\s<]+/g,
      (url) => `<a href="${url}">${url}</a>`,
    );
    return reply.type('text/html; charset=utf-8').send(
      page(
        mail.subject,
        `<p><a href="/dev/outbox/">All mail</a> · <a href="/dev/outbox/${mail.pk}/html/">As HTML</a></p>
<p>to ${escapeHtml(mail.to)}</p>
<pre>${text}</pre>`,
      ),
    );
  });

  server.get('/dev/outbox/:pk/html/', async (request, reply) => {
    const mail = await find(request.params);
    // Emails have inline styles; the page runs no script and loads nothing.
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups`,
      )
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}
