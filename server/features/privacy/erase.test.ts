import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeHtml } from '#shared/kernel/escape-html.ts';
import { newFileName } from '#server/storage/storage.ts';
import { createScene, type Scene } from '#tests/authorization/scene.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createNote } from '#tests/factories/notes.ts';
import type { TestUser } from '#tests/factories/users.ts';
import { finishDeletions } from '#tests/helpers/scenes/deletion-scene.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gopath-erase-'));
const log: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { DATA_DIR: folder, LOG_LEVEL: 'info' },
    logTo: { write: (line) => log.push(line) },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = <Row>(sql: string, values: unknown[] = []) => app.database.query<Row>(sql, values);

/** Adds a row about the person to the tables that the scene leaves empty. */
async function addRest(person: TestUser, others: readonly TestUser[], email: string): Promise<void> {
  const { pk, subject } = person;
  const file = newFileName();
  await run("INSERT INTO files VALUES ($1, $2, 'image/webp', 1, 1, 1, now())", [file, pk]);
  const client = await app.as(person);
  await client.rest('POST', `/api/users/${pk}/data_export/`);
  await client.rest('POST', '/api/calendar_feed/', { titles_only: false });
  await client.graphql('mutation ($input: CreateBugReportInput!) { createBugReport(input: $input) { id } }', {
    input: { body: 'It broke', commitHash: 'abc', idempotencyKey: crypto.randomUUID() },
  });
  await run('UPDATE bug_reports SET screenshot = $2 WHERE user_pk = $1', [pk, file]);
  const list = await createList(app.database, person);
  await createTask(app.database, list);
  await run('INSERT INTO favorite_lists VALUES ($1, $2, now())', [pk, list.pk]);
  const texts: Record<string, unknown[]> = {
    [`INSERT INTO list_templates (owner_pk, title, description, tasks, created_at)
      VALUES ($1, 'A', 'B', '[]', now())`]: [pk],
    [`INSERT INTO accounts (subject, email, password_hash, first_name, last_name)
      VALUES ($1::uuid, $2, 'hash', 'A', 'B')`]: [subject, email],
    [`INSERT INTO sign_ups VALUES ($1, $2, 'A', 'B', now() + interval '1 day')`]: [`hash-${pk}`, email],
    [`INSERT INTO email_changes SELECT pk, $2, 'new@x.example', now() FROM accounts WHERE subject = $1::uuid`]:
      [subject, `hash-${pk}`],
    [`INSERT INTO password_reset_links SELECT $2, pk, now() FROM accounts WHERE subject = $1::uuid`]: [
      subject,
      `hash-${pk}`,
    ],
    [`INSERT INTO second_factors SELECT pk, 'secret', now() FROM accounts WHERE subject = $1::uuid`]: [
      subject,
    ],
    [`INSERT INTO recovery_codes SELECT pk, 'code' FROM accounts WHERE subject = $1::uuid`]: [subject],
    [`INSERT INTO passkeys (account_pk, credential_id, public_key, counter, name)
      SELECT pk, 'credential', 'key', 0, 'Laptop' FROM accounts WHERE subject = $1::uuid`]: [subject],
    [`INSERT INTO oidc_payloads VALUES ('RefreshToken', $2, '{"a":"b"}', $1, $2, null, now() + interval '1 day')`]:
      [subject, `grant-${pk}`],
    [`INSERT INTO sign_in_devices VALUES ($1, 'web', 'Firefox', '192.0.2.7')`]: [`grant-${pk}`],
    [`INSERT INTO web_sessions SELECT $2, $3, 'token', now(), now() + interval '1 day', issuer, subject
      FROM users WHERE pk = $1`]: [pk, `hash-${pk}`, `session-${pk}`],
    [`INSERT INTO account_state_changes (user_pk, action, reason, created_at) VALUES ($1, 'enable', 'A', now())`]:
      [pk],
    [`INSERT INTO alerts (user_pk, kind, key, title, path, reason, revision, created_at)
      VALUES ($1, 'a', 'b', 'c', '/', 'd', 1, now())`]: [pk],
    [`INSERT INTO mails (key, "to", subject, text, html) VALUES ($1, $2, 'A', 'B', 'C')`]: [
      `own-${pk}`,
      email,
    ],
    [`INSERT INTO mails (key, "to", subject, text, html, user_pk) VALUES ($1, 'former@x.example', $2, 'B', 'C', $3)`]:
      [`former-${pk}`, `zqformer-${pk}`, pk],
    [`INSERT INTO invitations (inviter_pk, first_name, last_name, email, role, token_hash, created_at, expires_at)
      VALUES ($1, 'A', 'B', $2, 'parent', $3, now(), now())`]: [others[0]?.pk, email, `invited-${pk}`],
    [`INSERT INTO pins VALUES ($1, $2) ON CONFLICT DO NOTHING`]: [others[0]?.pk, pk],
    [`INSERT INTO simplybook_people VALUES ('gopath', 'client', $1, $1, now())`]: [pk],
    [`INSERT INTO simplybook_new_clients VALUES ('gopath', $1, now())`]: [pk],
    [`INSERT INTO simplybook_cancellations
      SELECT pk, provider_pk, 'A', now() + interval '1 day' FROM booked_meetings WHERE $1 IN (client_pk, provider_pk) LIMIT 1`]:
      [pk],
    [`INSERT INTO simplybook_memberships VALUES ($1, 'gopath', 'A', now(), 1, 1)`]: [pk],
    [`INSERT INTO simplybook_requests (company, actor_pk, key, position, input_hash, mentor_pk, student_pk, provider_id,
        client_id, starts_at, topic, created_at)
      VALUES ('gopath', $1, gen_random_uuid(), 0, 'hash', $2, $1, 1, $1, now(), 'A', now())`]: [
      pk,
      others[0]?.pk,
    ],
  };
  for (const [sql, values] of Object.entries(texts)) await run(sql, values);
}

/** Columns that connect rows to the person, files and a subscription; the deletion needs them. */
const CONNECTING =
  /^(subject|account_id|session_id|grant_id|issuer|email|to|name_of_file|file|screenshot|stripe_subscription_id)$/;

/** Fills every text of the person's rows with a unique string, as far as the table's rules allow it. */
async function fill(person: TestUser): Promise<string[]> {
  const marks: string[] = [];
  let count = 0;
  for (const { name, deleted, exported } of PERSONAL_TABLES) {
    const condition = name === 'users' || name === 'booked_meetings' ? exported : deleted;
    if (condition === undefined) continue;
    const columns = await run<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'
        AND data_type IN ('text', 'jsonb', 'character varying')`,
      [name],
    );
    for (const { name: column, type } of columns) {
      if (CONNECTING.test(column) || (name === 'files' && column === 'name')) continue;
      count += 1;
      const mark = `zq${person.pk}x${count}${name.replaceAll('_', '')}${column.replaceAll('_', '')}`;
      // A name that is escaped in HTML and JSON.
      const text = column === 'last_name' ? `${mark} O''Neil ("Jr.")` : mark;
      const value = type === 'jsonb' ? JSON.stringify({ mark }) : text;
      try {
        const changed = await app.database.transaction(() =>
          app.database.execute(
            `UPDATE ${name} SET "${column}" = '${value}' WHERE ${condition.replaceAll('$1', String(person.pk))} RETURNING 1`,
          ),
        );
        if (changed.length > 0) marks.push(mark);
      } catch {
        // A rule of the table allows only certain values, or the row cannot be changed.
      }
    }
  }
  return marks;
}

/** Reads everything that is stored: the rows of every table of every schema, and the files. */
async function readEverything(): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  const tables = await run<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const rows = await run<{ text: string }>(`SELECT lower(row::text) AS text FROM ${name} AS row`);
    places.set(name, rows.map(({ text }) => text).join('\n'));
  }
  for (const file of globSync(path.join(folder, '**/*'))) {
    if (statSync(file).isFile()) places.set(file, readFileSync(file, 'latin1').toLowerCase());
  }
  return places;
}

/** Returns where one of the texts is stored. */
async function findTexts(texts: readonly string[]): Promise<string[]> {
  const places = await readEverything();
  return texts.flatMap((text) =>
    [...places].flatMap(([place, content]) =>
      content.includes(text.toLowerCase()) ? [`${text} in ${place}`] : [],
    ),
  );
}

async function eraseFilled(pick: (scene: Scene) => TestUser) {
  app.clock.set(new Date());
  const scene = await createScene(app);
  const person = pick(scene);
  const others = [scene.users.coMentor, scene.users.unrelatedParent].filter(({ pk }) => pk !== person.pk);
  const [{ email } = { email: '' }] = await run<{ email: string }>('SELECT email FROM users WHERE pk = $1', [
    person.pk,
  ]);
  const ownNote = await createNote(app.database, { author: scene.users.author, title: 'Own note' });
  await addRest(person, others, email);
  await app.app.jobs.runDue();
  const marks = await fill(person);
  const [{ name } = { name: '' }] = await run<{ name: string }>(
    'SELECT full_name AS name FROM users WHERE pk = $1',
    [person.pk],
  );
  // Texts about the person that belong to others.
  for (const { pk, email: to } of others) {
    await run(
      `INSERT INTO alerts (user_pk, kind, key, title, path, reason, revision, created_at)
      VALUES ($1, 'a', $2, $3, '/', 'd', 1, now())`,
      [pk, `about-${person.pk}`, `${name} <${email}> sent you a note.`],
    );
    await run(`INSERT INTO mails (key, "to", subject, text, html) VALUES ($1, $2, $3, '', $3)`, [
      `about-${person.pk}-${pk}`,
      to,
      escapeHtml(`A note of ${name}`),
    ]);
    await run('INSERT INTO idempotency_keys (user_pk, key, request_hash, answer) VALUES ($1, $2, $3, $4)', [
      pk,
      crypto.randomUUID(),
      'hash',
      JSON.stringify({ name }),
    ]);
  }
  // Far from the numbers of the others, and so in another batch.
  await run(
    `INSERT INTO alerts (pk, user_pk, kind, key, title, path, reason, revision, created_at)
    OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'a', $3, $4, '/', 'd', 1, now())`,
    [1_000_000 + person.pk, others[0]?.pk, `far-${person.pk}`, `${name} is a student.`],
  );
  await app.app.jobs.send('mail.deliver', { email });
  // The marks include both parts of the name.
  const texts = [...marks, email, person.subject, `zqformer-${person.pk}`];
  const before = await findTexts(texts);
  expect(texts.filter((text) => !before.some((place) => place.startsWith(`${text} in `)))).toEqual([]);
  // Texts that only contain the name or the address as a part of other words and addresses.
  const unrelated = [`un${name}related`, `amy.${email}`, `${email}.org`];
  for (const title of unrelated) {
    await run(
      `INSERT INTO alerts (user_pk, kind, key, title, path, reason, revision, created_at)
      VALUES ($1, 'a', $2, $2, '/', 'd', 1, now())`,
      [others[0]?.pk, title],
    );
  }
  const client = await app.as(person);
  expect((await client.rest('POST', `/api/users/${person.pk}/deletion/`)).status).toBe(200);
  app.clock.set(new Date(Date.now() + 31 * 86_400_000));
  await finishDeletions(app);
  const kept = await run('DELETE FROM alerts WHERE title = ANY ($1) RETURNING pk', [unrelated]);
  expect(kept).toHaveLength(unrelated.length);
  const left = await findTexts(texts);
  const tables = new Set(before.map((place) => place.replace(/^.* in /, '')));
  return { scene, ownNote, person, tables, left };
}

describe('after the deletion of an account no personal text remains', () => {
  it('of a student, whose row and files disappear', async () => {
    const { person, left, tables } = await eraseFilled(({ users }) => users.student);
    expect(tables.size).toBeGreaterThan(25);
    expect(left).toEqual([]);
    expect(await run('SELECT FROM users WHERE pk = $1', [person.pk])).toEqual([]);
    expect(globSync(path.join(folder, 'files/*/*'))).toEqual([]);
  });

  it('of a parent, while the child stays', async () => {
    const { scene, left } = await eraseFilled(({ users }) => users.parent);
    expect(left).toEqual([]);
    expect(await run('SELECT FROM users WHERE pk = $1', [scene.users.student.pk])).toHaveLength(1);
  });

  it("of a mentor, who stays as 'Former mentor' in notes about others", async () => {
    const { scene, person, left, ownNote } = await eraseFilled(({ users }) => users.author);
    expect(left).toEqual([]);
    const notes = await run<{ pk: number; author: string }>(
      'SELECT pk, author_name AS author FROM notes WHERE author_pk = $1 ORDER BY pk',
      [person.pk],
    );
    expect(notes).toEqual(
      [scene.sent.pk, scene.note.pk].sort((a, b) => a - b).map((pk) => ({ pk, author: 'Former mentor' })),
    );
    expect(notes.map(({ pk }) => pk)).not.toContain(ownNote.pk);
    const client = await app.as(scene.users.student);
    const { data } = await client.graphql('query ($id: ID!) { note(id: $id) { title user { fullName } } }', {
      id: scene.sent.id,
    });
    expect(data).toEqual({ note: { title: 'Sent after the meeting', user: { fullName: 'Former mentor' } } });
    const { body } = await client.rest('GET', `/api/users/${scene.users.student.pk}/`);
    expect(body.mentors.map(({ pk }: { pk: number }) => pk)).toEqual([scene.users.coMentor.pk]);
    expect((await (await app.as(person)).rest('GET', '/api/me/')).status).toBe(401);
  });

  it('in the log', () => {
    expect(log.length).toBeGreaterThan(10);
    expect(log.filter((line) => /zq\d|@gopath\.example|Number\d/.test(line))).toEqual([]);
  });
});
