import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createJobs, type Jobs } from '../jobs/queue.ts';
import { renderMail } from './layout.ts';
import { createMail, type Mail } from './mail.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** A mail server that stores received mail and can refuse it. */
class MailServer {
  readonly received: Email[] = [];
  /** The responses to the next emails; empty accepts all. */
  readonly refusals: number[] = [];
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void this.#receive(stream, done),
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(stream: AsyncIterable<Buffer>, done: (error?: Error) => void) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const refusal = this.refusals.shift();
    if (refusal === undefined) this.received.push(await PostalMime.parse(Buffer.concat(chunks)));
    done(refusal === undefined ? undefined : Object.assign(new Error('refused'), { responseCode: refusal }));
  }
}

const server = new MailServer();
let database: Database;
let jobs: Jobs;
let mail: Mail;

beforeAll(async () => {
  database = await openTestDatabase();
  const env = { NODE_ENV: 'test', PUBLIC_URL: 'https://gopath.test', SMTP_URL: await server.start() };
  jobs = createJobs(database, { workers: false });
  mail = createMail({ config: readConfig(env), database, jobs });
  await jobs.start();
});
afterEach(() => {
  server.received.length = 0;
  server.refusals.length = 0;
});
afterAll(async () => {
  await jobs.stop();
  mail.close();
  await server.stop();
  await database.close();
});

let count = 0;
function someMail(given: Partial<OutgoingMail> = {}): OutgoingMail {
  count += 1;
  return {
    key: `test:${count}`,
    to: `reader${count}@gopath.example`,
    subject: 'Zażółć: Ihre Notiz',
    ...renderMail({
      title: 'A note <b>for</b> you',
      paragraphs: ['Grüße & more.'],
      action: { label: 'Open', url: 'https://gopath.test/notes/1/' },
      reason: 'You get this because …',
    }),
    ...given,
  };
}

async function stateOf(key: string) {
  const [row] = await database.query<{ state: string; attempts: number; lastError: string | null }>(
    'SELECT state, attempts, last_error AS "lastError" FROM mails WHERE key = $1',
    [key],
  );
  return row;
}

/** Ends the delay before the next attempt. */
async function letPausePass() {
  await database.execute(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE state = 'retry'`,
  );
  await jobs.runDue();
}

/** Ends the claim of a process that stopped, and runs the job that waits for it. */
async function letClaimPass(key: string) {
  const past = `now() - interval '1 second'`;
  await database.query(`UPDATE mails SET claimed_until = ${past} WHERE key = $1`, [key]);
  await database.query(
    `UPDATE pgboss.job SET start_after = ${past}
    WHERE state = 'created' AND singleton_key = (SELECT pk::text FROM mails WHERE key = $1)`,
    [key],
  );
  await jobs.runDue();
}

describe('mail', () => {
  it('deletes the body after delivery, because its links are secrets', async () => {
    const sent = someMail({ headers: { 'X-Cause': 'note' } });
    await mail.enqueue(sent);
    await jobs.runDue();
    expect(server.received).toHaveLength(1);
    const rows = await database.query('SELECT state, text, html, headers FROM mails WHERE key = $1', [
      sent.key,
    ]);
    expect(rows).toEqual([{ state: 'sent', text: '', html: '', headers: {} }]);
  });

  it('reaches a mail server with text and HTML, escaped, under a stable Message-ID', async () => {
    const sent = someMail({ headers: { 'X-Cause': 'note' } });
    await mail.enqueue(sent);
    await jobs.runDue();
    const [received] = server.received;
    expect(received).toMatchObject({
      subject: 'Zażółć: Ihre Notiz',
      to: [{ address: sent.to }],
      from: { address: 'no-reply@gopath.example', name: 'GoPath' },
    });
    expect(received?.messageId).toMatch(/^<[0-9a-f]{40}@gopath\.test>$/);
    expect(received?.text).toContain('Open: https://gopath.test/notes/1/');
    expect(received?.html).toContain('A note &lt;b&gt;for&lt;/b&gt; you');
    expect(received?.html).not.toMatch(/<img|<link|src=/);
    expect(received?.headers).toContainEqual(expect.objectContaining({ key: 'x-cause', value: 'note' }));
    expect(await stateOf(sent.key)).toEqual({ state: 'sent', attempts: 1, lastError: null });
  });

  it('is sent once, however often its cause is repeated and its job runs', async () => {
    const sent = someMail();
    await Promise.all(Array.from({ length: 20 }, () => mail.enqueue(sent)));
    await mail.enqueue({ ...sent, subject: 'Another' });
    const [row] = await database.query<{ pk: number }>('SELECT pk FROM mails WHERE key = $1', [sent.key]);
    await jobs.send('mail.deliver', { pk: row?.pk });
    await Promise.all([jobs.runDue(), jobs.runDue(), jobs.runDue()]);
    expect(server.received).toHaveLength(1);
  });

  it('is sent only if its transaction commits', async () => {
    const sent = someMail();
    const failed = database.transaction(async () => {
      await mail.enqueue(sent);
      throw new Error('the cause failed');
    });
    await expect(failed).rejects.toThrow('the cause failed');
    await jobs.runDue();
    expect(server.received).toHaveLength(0);
    expect(await stateOf(sent.key)).toBeUndefined();
    await database.transaction(() => mail.enqueue(sent));
    await jobs.runDue();
    expect(server.received).toHaveLength(1);
  });

  it('is sent again after an error, with the same Message-ID', async () => {
    const sent = someMail();
    server.refusals.push(451, 421);
    await mail.enqueue(sent);
    await jobs.runDue();
    expect(await stateOf(sent.key)).toMatchObject({ state: 'queued', attempts: 1 });
    await letPausePass();
    await letPausePass();
    expect(await stateOf(sent.key)).toEqual({ state: 'sent', attempts: 3, lastError: null });
    expect(server.received).toHaveLength(1);
  });

  it('fails immediately for a refused address', async () => {
    const refused = someMail();
    server.refusals.push(550);
    await mail.enqueue(refused);
    await jobs.runDue();
    expect(await stateOf(refused.key)).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('is sent after an outage of almost two days', async () => {
    const sent = someMail();
    server.refusals.push(...Array<number>(60).fill(451));
    await mail.enqueue(sent);
    await database.query(
      `UPDATE mails SET created_at = now() - interval '47 hours 50 minutes' WHERE key = $1`,
      [sent.key],
    );
    for (let attempts = 0; attempts < 60; attempts++) await letPausePass();
    expect(await stateOf(sent.key)).toMatchObject({ state: 'queued', attempts: 60 });
    await letPausePass();
    expect(await stateOf(sent.key)).toEqual({ state: 'sent', attempts: 61, lastError: null });
  });

  it('fails when the mail server still refuses it after two days', async () => {
    const late = someMail();
    server.refusals.push(451);
    await mail.enqueue(late);
    await database.query(`UPDATE mails SET created_at = now() - interval '49 hours' WHERE key = $1`, [
      late.key,
    ]);
    await jobs.runDue();
    expect(await stateOf(late.key)).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('is sent by the next process when a process stops while it sends the email', async () => {
    const sent = someMail();
    await mail.enqueue(sent);
    await database.query(
      `UPDATE mails SET attempts = 1, claimed_until = now() + interval '1 minute' WHERE key = $1`,
      [sent.key],
    );
    await jobs.runDue();
    expect(server.received, 'another process holds it').toHaveLength(0);
    await letClaimPass(sent.key);
    expect(server.received).toHaveLength(1);
    expect(await stateOf(sent.key)).toEqual({ state: 'sent', attempts: 2, lastError: null });
  });

  it('has its subject shortened, at a whole character', async () => {
    const sent = someMail({ subject: '🦓'.repeat(301) });
    await mail.enqueue(sent);
    await jobs.runDue();
    expect(server.received[0]?.subject).toBe(`${'🦓'.repeat(299)}…`);
  });

  it('cannot be given further headers or recipients through its text', async () => {
    const sent = someMail({ subject: 'Hello\r\nBcc: victim@gopath.example', to: 'a@gopath.example' });
    await mail.enqueue(sent);
    await jobs.runDue();
    expect(server.received[0]?.bcc ?? []).toEqual([]);
    expect(server.received[0]?.to).toEqual([{ address: 'a@gopath.example', name: '' }]);
  });
});

describe('the outbox', () => {
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  it('shows the emails that would have been sent, without inline code', async () => {
    app = await startTestApp();
    const box = createMail({
      config: readConfig({ NODE_ENV: 'test' }),
      database: app.database,
      jobs: app.app.jobs,
    });
    await box.enqueue(someMail({ subject: '<script>alert(1)</script>' }));
    await app.app.jobs.runDue();
    const list = await app.anonymous.fetch('/dev/outbox/');
    const text = await list.text();
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toMatch(/<script|style=/);
    expect(list.headers.get('content-security-policy')).not.toContain('unsafe');
    const [, pk] = /\/dev\/outbox\/(\d+)\//.exec(text) ?? [];
    const one = await (await app.anonymous.fetch(`/dev/outbox/${pk}/`)).text();
    expect(one).toContain('<a href="https://gopath.test/notes/1/">');
    for (const bad of ['0', 'x', '99999999999', '-1', '2147483647']) {
      expect((await app.anonymous.fetch(`/dev/outbox/${bad}/`)).status).toBe(404);
    }
  });

  it('is off in production and with a mail server', async () => {
    app = await startTestApp({
      env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', SECRETS_KEY: 'A'.repeat(43) },
    });
    expect((await app.anonymous.fetch('/dev/outbox/')).status).toBe(404);
    expect((await app.anonymous.fetch('/dev/outbox/1/html/')).status).toBe(404);
  });
});
