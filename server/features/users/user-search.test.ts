import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Relative } from '#shared/users/person.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let people: Record<'student' | 'sibling' | 'parent' | 'mentor' | 'coMentor' | 'stranger' | 'staff', TestUser>;
beforeAll(async () => {
  app = await startTestApp();
  const create = (role: 'student' | 'parent' | 'mentor', firstName: string, lastName: string) =>
    createUser(app.database, { role, firstName, lastName });
  people = {
    student: await create('student', 'Maya', 'Okafor'),
    sibling: await create('student', 'José', 'Okafor'),
    parent: await create('parent', 'Grace', 'Okafor'),
    mentor: await create('mentor', 'Daniel', 'Reyes'),
    coMentor: await create('mentor', 'Priya', 'Nair'),
    stranger: await create('student', 'Mayara', 'Okafor-Lind'),
    staff: await createUser(app.database, { role: 'mentor', permissions: ['users.assign_mentor'] }),
  };
  for (const user of [people.parent, people.mentor, people.coMentor]) {
    await relate(app.database, people.student, user);
  }
  await relate(app.database, people.sibling, people.parent);
});
afterAll(() => app.close());

async function search(viewer: TestUser, query: string) {
  const client = await app.as(viewer);
  return client.rest<Relative[]>('GET', `/api/users/search/?${new URLSearchParams({ query }).toString()}`);
}
const names = async (viewer: TestUser, query: string) =>
  (await search(viewer, query)).body.map(({ full_name }) => full_name);

describe('the user search', () => {
  // covers: USER-013 USER-037
  it('finds related people for a mentor, with name and role', async () => {
    const { body, status } = await search(people.mentor, 'maya');
    const { pk, fullName } = people.student;
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: toGlobalId('User', pk),
        object_id: pk,
        pk,
        full_name: fullName,
        role: 'student',
        disabled: false,
        picture: null,
      },
    ]);
    expect(await names(people.mentor, 'oka')).toEqual(['Grace Okafor', 'Maya Okafor']);
    expect(await names(people.mentor, 'nair')).toEqual(['Priya Nair']);
    expect(await names(people.mentor, 'josé')).toEqual([]);
    expect(await names(people.mentor, 'reyes')).toEqual([]);
  });

  it('finds only people with the given role', async () => {
    const client = await app.as(people.staff);
    const withRole = async (role: string) => {
      const { body } = await client.rest<Relative[]>('GET', `/api/users/search/?query=okafor&role=${role}`);
      return body.map(({ full_name }) => full_name);
    };
    expect(await withRole('parent')).toEqual(['Grace Okafor']);
    expect(await withRole('mentor')).toEqual([]);
    expect(await withRole('unknown')).toHaveLength(4);
  });

  it('finds everyone for staff who assign people', async () => {
    expect(await names(people.staff, 'okafor')).toEqual([
      'Grace Okafor',
      'José Okafor',
      'Maya Okafor',
      'Mayara Okafor-Lind',
    ]);
    expect(await names(people.staff, 'reyes')).toEqual(['Daniel Reyes']);
  });

  it('matches beginnings of words and of the email address, in any order', async () => {
    for (const viewer of [people.mentor, people.staff]) {
      expect(await names(viewer, 'OKA ma')).toContain('Maya Okafor');
      expect(await names(viewer, people.student.email.toUpperCase())).toEqual(['Maya Okafor']);
      expect(await names(viewer, people.student.email.slice(0, -4))).toContain('Maya Okafor');
    }
  });

  it('reveals no address letter by letter to people who cannot see it', async () => {
    const { email } = people.parent;
    const name = email.slice(0, email.indexOf('@'));
    for (const viewer of [people.mentor, people.staff]) {
      expect(await names(viewer, name.slice(0, 20))).toEqual([]);
      expect(await names(viewer, name)).toEqual([]);
      expect(await names(viewer, `${name}@`)).toEqual(['Grace Okafor']);
    }
  });

  it('tolerates a typing error, exact matches first', async () => {
    for (const viewer of [people.mentor, people.staff]) {
      expect(await names(viewer, 'Mya Okafor')).toContain('Maya Okafor');
      expect(await names(viewer, 'okofor')).toContain('Maya Okafor');
    }
    const other = await createUser(app.database, {
      role: 'parent',
      firstName: 'Marco',
      lastName: 'Castellano',
    });
    await relate(app.database, people.student, other);
    for (const viewer of [people.mentor, people.staff]) {
      expect(await names(viewer, 'mayaa')).toContain('Maya Okafor');
      expect(await names(viewer, 'maya')).not.toContain('Marco Castellano');
    }
    expect((await names(people.staff, 'mayara')).slice(0, 1)).toEqual(['Mayara Okafor-Lind']);
  });

  it('matches wildcards and other characters literally', async () => {
    for (const query of ['%', '_', '\\', '%a', 'o%r', "'", '100%']) {
      expect(await names(people.staff, query), query).toEqual([]);
    }
    expect((await search(people.staff, '')).body).toEqual([]);
    expect((await search(people.staff, ' \0 ')).body).toEqual([]);
    expect((await search(people.staff, 'x'.repeat(5000))).status).toBe(200);
  });

  it('finds disabled people only for staff who can enable them', async () => {
    const gone = await createUser(app.database, { role: 'parent', firstName: 'Zuleika', lastName: 'Dobson' });
    expect(await names(people.staff, 'zuleika')).toEqual(['Zuleika Dobson']);
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [gone.pk]);
    expect(await names(people.staff, 'zuleika')).toEqual([]);
    const enabler = await createUser(app.database, { role: 'mentor', permissions: ['users.disable_user'] });
    for (const query of ['zuleika', 'zuleka dobsn']) {
      expect((await search(enabler, query)).body).toMatchObject([{ pk: gone.pk, disabled: true }]);
    }
  });

  it('is hidden from students and parents', async () => {
    for (const viewer of [people.student, people.parent]) {
      expect(await search(viewer, 'maya')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await app.anonymous.rest('GET', '/api/users/search/?query=maya')).toMatchObject({ status: 401 });
  });
});
