import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PICTURE_MESSAGES } from '#shared/kernel/picture.ts';
import { PICTURE_SIZE } from '#shared/users/picture.ts';
import { CLEAN_JOB } from '#server/features/bug-reports/bug-reports.service.ts';
import { makeAnimatedPng, makeHugePng, makePicture } from '#tests/factories/pictures.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gopath-pictures-'));
let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: folder } });
  family = await createFamily(app.database);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => app.database.query('DELETE FROM rate_limits'));

function countFiles(): number {
  const files = path.join(folder, 'files');
  if (!existsSync(files)) return 0;
  return readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

async function upload(user: TestUser, file: Buffer) {
  const client = await app.as(user);
  return client.rest<{ picture: string }>('PUT', '/api/me/picture/', { picture: file.toString('base64') });
}

async function see(viewer: TestUser, { pk }: TestUser) {
  return (await app.as(viewer)).fetch(`/api/users/${pk}/picture/`);
}

describe('a picture', () => {
  it('is stored as a square without the metadata of the file', async () => {
    const file = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2563eb' } })
      .withExif({ IFD0: { Copyright: 'private place' } })
      .jpeg()
      .toBuffer();
    expect(await upload(family.mentor, file)).toMatchObject({ status: 200 });
    const response = await see(family.mentor, family.mentor);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: PICTURE_SIZE,
      height: PICTURE_SIZE,
    });
    expect(bytes.includes('private place')).toBe(false);
  });

  it('is loaded only by people who can see the person', async () => {
    const { student, parent, mentor, coMentor, otherStudent, otherParent, otherMentor } = family;
    await upload(student, await makePicture());
    for (const viewer of [student, parent, mentor, coMentor]) {
      expect((await see(viewer, student)).status).toBe(200);
    }
    const withoutPicture = await createUser(app.database);
    for (const viewer of [otherStudent, otherParent, otherMentor]) {
      const forbidden = await see(viewer, student);
      const missing = await see(viewer, withoutPicture);
      expect(forbidden.status).toBe(404);
      const [a, b] = [await forbidden.json(), await missing.json()] as Record<string, unknown>[];
      expect({ ...a, instance: '' }).toEqual({ ...b, instance: '' });
    }
    expect((await app.anonymous.rest('GET', `/api/users/${student.pk}/picture/`)).status).toBe(401);
  });

  it('is part of everything that shows the person', async () => {
    const { student, mentor } = family;
    const { picture } = (await upload(student, await makePicture())).body;
    const client = await app.as(mentor);
    const rest = async (address: string) => (await client.rest('GET', address)).body;
    expect((await rest(`/api/users/${student.pk}/`)).picture).toBe(picture);
    expect((await rest(`/api/users/search/?query=${student.lastName}`))[0].picture).toBe(picture);
    const pinned = await client.rest('POST', `/api/toggle_user_pin/${student.pk}/`);
    expect(pinned.body[0].picture).toBe(picture);
    const me = await rest('/api/me/');
    expect([me.pinned_users[0].picture, me.students[0].picture]).toEqual([picture, picture]);
    const { data } = await client.graphql(
      '{ myStudents { picture } pinnedStudents { picture } allStudents(first: 5) { edges { node { picture } } } }',
    );
    expect(data).toEqual({
      myStudents: [{ picture }],
      pinnedStudents: [{ picture }],
      allStudents: { edges: [{ node: { picture } }] },
    });
  });

  it('is replaced and removed with its file', async () => {
    const user = await createUser(app.database);
    const before = countFiles();
    const first = (await upload(user, await makePicture())).body.picture;
    const second = (await upload(user, await makePicture('webp'))).body.picture;
    expect(second).not.toBe(first);
    expect(countFiles()).toBe(before + 1);
    // The daily clean-up deletes files that nothing uses.
    app.clock.set(new Date(Date.now() + 2 * 86_400_000));
    await app.app.jobs.send(CLEAN_JOB, {});
    await app.app.jobs.runDue();
    app.clock.set(new Date());
    expect((await see(user, user)).status).toBe(200);
    const client = await app.as(user);
    expect((await client.rest('DELETE', '/api/me/picture/')).status).toBe(204);
    expect((await client.rest('DELETE', '/api/me/picture/')).status).toBe(204);
    expect(countFiles()).toBe(before);
    expect((await see(user, user)).status).toBe(404);
    expect((await client.rest('GET', '/api/me/')).body.picture).toBeNull();
  });

  it('is refused with the reason', async () => {
    const user = await createUser(app.database);
    const png = await makePicture();
    const cases: [Buffer, string][] = [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        PICTURE_MESSAGES.wrongType,
      ],
      [Buffer.from('GIF89a'.padEnd(64, '0')), PICTURE_MESSAGES.wrongType],
      [makeHugePng(20_000, 20_000), PICTURE_MESSAGES.tooManyPixels],
      [await makeAnimatedPng(), PICTURE_MESSAGES.animated],
      [png.subarray(0, png.length - 20), PICTURE_MESSAGES.broken],
      [Buffer.concat([png, Buffer.from('<html>')]), PICTURE_MESSAGES.trailing],
    ];
    for (const [file, message] of cases) {
      expect(await upload(user, file), message).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT', fields: { picture: message } },
      });
    }
    const client = await app.as(user);
    for (const body of [{}, { picture: 7 }, { picture: 'no base64!' }, { picture: '', more: 1 }]) {
      expect((await client.rest('PUT', '/api/me/picture/', body)).status).toBe(422);
    }
    expect((await upload(user, Buffer.alloc(1_000_000))).status).toBe(413);
    expect((await client.rest('GET', '/api/me/')).body.picture).toBeNull();
  });
});
