import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BlobReader, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { MailsRepository } from '#server/mail/mails.repository.ts';
import { createStorage } from '#server/storage/storage.ts';
import type { PersonalData } from '#shared/privacy/responses.ts';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

const env = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'gopath-exports-')) };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env });
});
afterAll(async () => {
  await app.close();
  rmSync(env.DATA_DIR, { recursive: true, force: true });
});

async function start(viewer: TestUser, { pk }: { pk: number }): Promise<NonNullable<PersonalData['export']>> {
  const client = await app.as(viewer);
  const started = await client.rest<PersonalData>('POST', `/api/users/${pk}/data_export/`);
  expect(started.body.export).toMatchObject({ state: 'waiting', progress: 0 });
  await app.app.jobs.runDue();
  const { body } = await client.rest<PersonalData>('GET', `/api/users/${pk}/personal_data/`);
  return body.export as NonNullable<PersonalData['export']>;
}

async function download(viewer: TestUser, exportPk: number): Promise<Response> {
  return (await app.as(viewer)).fetch(`/api/data_exports/${exportPk}/download/`, { method: 'POST' });
}

/** Returns the state of a person's own export. */
async function stateOf(person: TestUser) {
  const client = await app.as(person);
  const { body } = await client.rest<PersonalData>('GET', `/api/users/${person.pk}/personal_data/`);
  return body.export?.state;
}

async function fileOf(exportPk: number): Promise<string> {
  const [row] = await app.database.query<{ file: string }>('SELECT file FROM data_exports WHERE pk = $1', [
    exportPk,
  ]);
  return row?.file ?? '';
}

async function unzip(response: Response): Promise<Map<string, string>> {
  expect(response.status).toBe(200);
  const zip = new ZipReader(new BlobReader(await response.blob()));
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries()) {
    files.set(entry.filename, await (entry as FileEntry).getData(new TextWriter()));
  }
  return files;
}

async function exported(viewer: TestUser, person: TestUser) {
  const { pk } = await start(viewer, person);
  const files = await unzip(await download(viewer, pk));
  const rowsOf = (table: string) => JSON.parse(files.get(`data/${table}.json`) ?? 'null') as object[] | null;
  return { files, rowsOf, everything: [...files.values()].join('\n') };
}

async function createWork() {
  const family = await createFamily(app.database);
  const { student, parent, mentor, coMentor } = family;
  await createFilledRoadmap(app.database, student);
  for (const [name, isPrivate] of [
    ['Open plans', false],
    ['Secret plans', true],
  ] as const) {
    const list = await createList(app.database, student, { name, private: isPrivate });
    await createTask(app.database, list, { name: `Task of ${name}` });
  }
  const meeting = await createMeeting(app.database, { provider: mentor, client: student });
  await createNote(app.database, {
    author: mentor,
    meeting,
    recipients: [student, parent, mentor, coMentor],
    title: 'Sent to <everyone>',
  });
  await createNote(app.database, { author: mentor, student, title: 'For mentors only' });
  await createNote(app.database, { author: mentor, title: 'For me only' });
  return family;
}

/** Creates the work of a family whose second parent was assigned after the meeting note was sent. */
async function createNotedFamily() {
  const family = await createWork();
  const coParent = await createUser(app.database, { role: 'parent' });
  await relate(app.database, family.student, coParent);
  const staff = await createUser(app.database, { role: 'mentor', permissions: ['privacy.manage_data'] });
  return { ...family, coParent, staff };
}

describe('an export', () => {
  it('contains everything the person can see of themselves, as JSON and as a page', async () => {
    const { student, mentor } = await createWork();
    await app.database.query(
      `WITH account AS (
        INSERT INTO accounts (subject, email, password_hash, first_name, last_name)
        VALUES ($1::uuid, $2, 'hash', 'A', 'B') RETURNING pk)
      INSERT INTO passkeys (account_pk, credential_id, public_key, counter, name)
      SELECT pk, 'credential of the passkey', 'key of the passkey', 0, 'Laptop' FROM account`,
      [student.subject, student.email],
    );
    const { files, rowsOf, everything } = await exported(student, student);
    expect(rowsOf('passkeys')).toMatchObject([{ name: 'Laptop', last_used_at: null }]);
    expect(everything).not.toContain('of the passkey');
    expect(rowsOf('users')).toMatchObject([{ full_name: student.fullName, email: student.email }]);
    expect(rowsOf('notes')).toMatchObject([{ title: 'Sent to <everyone>', author: mentor.fullName }]);
    expect(rowsOf('task_lists')).toMatchObject([{ name: 'Open plans' }, { name: 'Secret plans' }]);
    for (const table of ['roadmaps', 'class_grades', 'colleges', 'relations', 'tasks']) {
      expect(rowsOf(table)?.length, table).toBeGreaterThan(0);
    }
    const page = files.get('index.html');
    expect(page).toContain('<h2>Task lists</h2>');
    expect(page).toContain('Secret plans');
    expect(page).toContain('Sent to &lt;everyone&gt;');
    expect(everything).not.toContain('For mentors only');
    expect(everything).not.toMatch(/password_hash|token_hash|unsubscribe_token/);
    const { rowsOf: ofMentor } = await exported(mentor, mentor);
    const titles = ofMentor('notes')?.map((note) => (note as { title: string }).title);
    expect(titles?.sort()).toEqual(['For me only', 'For mentors only', 'Sent to <everyone>']);
  });

  it('that a parent or privacy staff request contains only what a parent can see', async () => {
    const { student, parent } = await createWork();
    await app.database.query("UPDATE users SET phone = '4155550199' WHERE pk = $1", [student.pk]);
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['privacy.manage_data'] });
    for (const viewer of [parent, staff]) {
      const { rowsOf, everything } = await exported(viewer, student);
      expect(rowsOf('task_lists')).toMatchObject([{ name: 'Open plans' }]);
      expect(rowsOf('roadmaps')).toHaveLength(1);
      expect(rowsOf('alerts')).toBeNull();
      for (const secret of ['Secret plans', '4155550199', student.email, 'For mentors only']) {
        expect(everything).not.toContain(secret);
      }
    }
  });

  it('that someone else requests contains only the meeting notes that were sent to them', async () => {
    const { student, parent, coParent, staff } = await createNotedFamily();
    const titlesFor = async (viewer: TestUser) => {
      const { rowsOf, everything } = await exported(viewer, student);
      expect(everything.includes('Sent to <everyone>')).toBe(viewer === parent);
      return rowsOf('notes')?.map((note) => (note as { title: string }).title);
    };
    expect(await titlesFor(parent)).toEqual(['Sent to <everyone>']);
    expect(await titlesFor(coParent)).toEqual([]);
    expect(await titlesFor(staff)).toEqual([]);
  });

  it('contains the emails to a previous address, and not those to someone who had the address before', async () => {
    const [first, second] = [await createUser(app.database), await createUser(app.database)];
    const setEmail = (user: TestUser, email: string) =>
      app.database.query('UPDATE users SET email = $2 WHERE pk = $1', [user.pk, email]);
    await new MailsRepository(app.database).insert({
      key: `previous-${first.pk}`,
      to: first.email.toUpperCase(),
      subject: 'To the previous address',
      text: 'A',
      html: 'A',
    });
    await setEmail(first, `new-${first.email}`);
    await setEmail(second, first.email);
    const subjectsOf = async (user: TestUser) =>
      (await exported(user, user)).rowsOf('mails')?.map((mail) => (mail as { subject: string }).subject);
    expect(await subjectsOf(first)).toContain('To the previous address');
    expect(await subjectsOf(second)).not.toContain('To the previous address');
  });

  it('leaves out the note and the author of a correction by staff', async () => {
    const { student, parent } = await createFamily(app.database);
    const staff = await createUser(app.database, { role: 'mentor' });
    await app.database.query(
      `INSERT INTO membership_entries (student_pk, kind, entry, key, amount, actor_pk, note)
      VALUES ($1, 'meetings', 'correction', 'correction:1', 1, $2, 'The mother complained.')`,
      [student.pk, staff.pk],
    );
    for (const viewer of [student, parent]) {
      const { rowsOf, everything } = await exported(viewer, student);
      const corrections = rowsOf('membership_entries')?.filter(
        (row) => 'entry' in row && row.entry === 'correction',
      );
      expect(corrections).toMatchObject([{ amount: 1 }]);
      expect(everything).not.toContain('The mother complained.');
      expect(everything).not.toContain(staff.fullName);
    }
  });

  it('leaves out why staff disabled the person', async () => {
    const { parent } = await createFamily(app.database);
    await app.database.query(
      `INSERT INTO account_state_changes (user_pk, action, reason, created_at)
      VALUES ($1, 'disable', 'The mother asked for it.', now()), ($1, 'enable', 'It was a mistake.', now())`,
      [parent.pk],
    );
    const { rowsOf, everything } = await exported(parent, parent);
    expect(rowsOf('account_state_changes')).toMatchObject([{ action: 'disable' }, { action: 'enable' }]);
    expect(everything).not.toContain('The mother asked for it.');
    expect(everything).not.toContain('It was a mistake.');
  });

  it('is announced, and downloaded once, within 24 hours, by the requester only', async () => {
    const { student, parent, otherStudent } = await createFamily(app.database);
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['privacy.manage_data'] });
    const ready = await start(parent, student);
    expect(ready).toMatchObject({ state: 'ready', progress: 100 });
    const { body: feed } = await (await app.as(parent)).rest('GET', '/api/alerts/');
    expect(feed.alerts[0]).toMatchObject({
      kind: 'data_export_ready',
      title: `The data of ${student.fullName} is ready`,
      path: `/users/${student.pk}/personal_data/`,
    });
    for (const other of [student, staff, otherStudent]) {
      expect((await download(other, ready.pk)).status).toBe(404);
    }
    const responses = await Promise.all([download(parent, ready.pk), download(parent, ready.pk)]);
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect((await download(parent, ready.pk)).status).toBe(404);

    const second = await start(parent, student);
    expect(new Date(second.expires_at ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    await app.database.query('UPDATE data_exports SET expires_at = now() WHERE pk = $1', [second.pk]);
    expect((await download(parent, second.pk)).status).toBe(404);
    const { body } = await (await app.as(parent)).rest('GET', `/api/users/${student.pk}/personal_data/`);
    expect(body.export.state).toBe('expired');
  });

  it('stays available when its download breaks, up to five times', async () => {
    const student = await createUser(app.database);
    const { pk } = await start(student, student);
    const file = await fileOf(pk);
    // Larger than what a connection buffers.
    const content = new Uint8Array(32 * 1024 * 1024);
    await createStorage(readConfig(env)).put(file, content, 'application/zip');
    const client = await app.as(student);
    const state = () => stateOf(student);
    async function breakDownload() {
      const abort = new AbortController();
      const response = await client.fetch(`/api/data_exports/${pk}/download/`, {
        method: 'POST',
        signal: abort.signal,
      });
      expect(response.status).toBe(200);
      abort.abort();
    }
    await breakDownload();
    await expect.poll(state).toBe('ready');
    const complete = await download(student, pk);
    expect((await complete.arrayBuffer()).byteLength).toBe(content.byteLength);
    expect((await download(student, pk)).status).toBe(404);
    expect(await state()).toBe('downloaded');

    await app.database.query("UPDATE data_exports SET state = 'ready', download_attempts = 4 WHERE pk = $1", [
      pk,
    ]);
    await breakDownload();
    await app.services.dataExports.downloadBroke(pk);
    expect(await state()).toBe('downloaded');
  });

  it('stays available when its file cannot be opened', async () => {
    const student = await createUser(app.database);
    const { pk } = await start(student, student);
    const name = await fileOf(pk);
    const file = path.join(env.DATA_DIR, 'files', name.slice(0, 2), name);
    renameSync(file, `${file}.moved`);
    // A link to itself cannot be opened, but it exists.
    symlinkSync(file, file);
    expect((await download(student, pk)).status).toBe(500);
    expect(await stateOf(student)).toBe('ready');
    renameSync(`${file}.moved`, file);
    expect((await unzip(await download(student, pk))).size).toBeGreaterThan(0);
  });

  it('stays available when the browser disconnects before the download starts', async () => {
    const student = await createUser(app.database);
    const { pk } = await start(student, student);
    const { dataExports } = app.services;
    const disconnected = Promise.withResolvers<void>();
    app.app.server.server.prependOnceListener('request', (_request, response) => {
      response.once('close', () => disconnected.resolve());
    });
    const abort = new AbortController();
    const realDownload = dataExports.download;
    let content: Readable | undefined;
    vi.spyOn(dataExports, 'download').mockImplementationOnce(async (...given) => {
      content = await realDownload(...given);
      abort.abort();
      await disconnected.promise;
      return content;
    });
    const client = await app.as(student);
    const request = client.fetch(`/api/data_exports/${pk}/download/`, {
      method: 'POST',
      signal: abort.signal,
    });
    await expect(request).rejects.toThrow('aborted');
    await expect.poll(() => stateOf(student)).toBe('ready');
    expect(content?.destroyed).toBe(true);
  });

  it('fails when its job was lost, and can be requested again', async () => {
    const [lost, waiting] = [await createUser(app.database), await createUser(app.database)];
    await app.database.query(
      `INSERT INTO data_exports (requester_pk, subject_pk, created_at)
      VALUES ($1, $1, now() - interval '25 hours'), ($2, $2, now() - interval '23 hours')`,
      [lost.pk, waiting.pk],
    );
    await app.app.jobs.send('privacy.clean-exports', {});
    await app.app.jobs.runDue();
    expect([await stateOf(lost), await stateOf(waiting)]).toEqual(['failed', 'waiting']);
    expect(await start(lost, lost)).toMatchObject({ state: 'ready' });
  });

  it('cannot be downloaded after the relation to the child was removed', async () => {
    const { student, parent } = await createFamily(app.database);
    const { pk } = await start(parent, student);
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [parent.pk]);
    expect((await download(parent, pk)).status).toBe(404);
  });

  it('stays available while the deletion of a last holder of a permission is blocked', async () => {
    await app.database.query("DELETE FROM user_permissions WHERE permission = 'users.disable_user'");
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['users.disable_user'] });
    await app.database.query(
      `INSERT INTO deletion_requests (user_pk, requester_pk, requested_at, due_at)
      VALUES ($1, $1, now() - interval '31 days', now() - interval '1 day')`,
      [staff.pk],
    );
    const { pk } = await start(staff, staff);
    await app.services.deletions.deleteDue();
    expect((await download(staff, pk)).status).toBe(200);
  });

  it('is started once by parallel requests, and at most five times a day', async () => {
    const student = await createUser(app.database);
    const client = await app.as(student);
    const path = `/api/users/${student.pk}/data_export/`;
    await Promise.all(Array.from({ length: 4 }, () => client.rest('POST', path)));
    expect(
      await app.database.query('SELECT FROM data_exports WHERE subject_pk = $1', [student.pk]),
    ).toHaveLength(1);
    await app.app.jobs.runDue();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await client.rest('POST', path)).status);
      await app.app.jobs.runDue();
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
