import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { ALLOWED_WHEN_READ_ONLY } from '#server/http/write-guard.ts';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/server/test-app.ts';
import { OUTSIDE, ROUTES, routesOf } from './surface.ts';

let app: TestApp;
let readOnly: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const user = await createUser(app.database, { role: 'mentor', permissions: [...GLOBAL_PERMISSIONS] });
  await app.database.kysely
    .updateTable('users')
    .set({ readOnlyReason: 'membership_lapsed' })
    .where('pk', '=', user.pk)
    .execute();
  readOnly = await app.as(user);
});
afterAll(() => app.close());

const WITHOUT_ACTOR = ['public', 'by token', 'session'];
const writes = () =>
  routesOf(app.app.server).filter(
    (route) =>
      !route.startsWith('GET ') && !OUTSIDE.test(route) && !WITHOUT_ACTOR.includes(ROUTES[route] ?? ''),
  );

/** Any value that passes the type check of the schema. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, anyValue(field.type)]));
  }
  return (
    { Int: 1, Float: 1, Boolean: true, Date: '2026-01-01', DateTime: '2026-01-01T00:00:00Z' }[type.name] ??
    'x'
  );
}

describe('a person with read-only access', () => {
  it('is refused by every REST write except the allowed ones', async () => {
    const refused: string[] = [];
    for (const route of writes()) {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await readOnly.rest(method, path.replace(/:\w+/g, '1'));
      if (status === 403 && body.detail === READ_ONLY_MESSAGE) refused.push(route);
    }
    expect(refused.length).toBeGreaterThan(15);
    expect(writes().filter((route) => !refused.includes(route))).toEqual(
      writes().filter((route) => ALLOWED_WHEN_READ_ONLY.has(route)),
    );
  });

  it('is refused by every mutation', async () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(20);
    for (const { name, args } of mutations) {
      const required = args.filter(isRequiredArgument);
      const variables = Object.fromEntries(required.map((arg) => [arg.name, anyValue(arg.type)]));
      const declared = required.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
      const passed = required.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const { errors } = await readOnly.graphql(
        `mutation (${declared}) { ${name}(${passed}) { clientMutationId } }`,
        variables,
      );
      expect(errors?.[0], name).toMatchObject({
        message: READ_ONLY_MESSAGE,
        extensions: { code: 'FORBIDDEN' },
      });
    }
  });

  it('holds only permissions to view', async () => {
    const { student, parent } = await createFamily(app.database);
    await createRoadmap(app.database, student, { year: 'JR' });
    const permissionsOf = async (viewer: TestUser) => {
      const client = await app.as(viewer);
      const { data } = await client.graphql('query ($pk: Int!) { roadmap(userPk: $pk) { permissions } }', {
        pk: student.pk,
      });
      const lists = await client.rest('GET', '/api/lists/');
      const person = await client.rest('GET', `/api/users/${student.pk}/`);
      return {
        roadmap: data?.['roadmap'].permissions as string[],
        lists: lists.body.flatMap(({ permissions }: { permissions: string[] }) => permissions),
        person: person.body.permissions as string[],
      };
    };
    await (await app.as(student)).rest('POST', '/api/lists/', { name: 'Plans' });
    const full = await permissionsOf(student);
    expect(full.roadmap).toContain('change_roadmap');
    expect(full.lists).toContain('add_task');
    await app.database.query("UPDATE users SET read_only_reason = 'viewing_as' WHERE pk = ANY($1)", [
      [student.pk, parent.pk],
    ]);
    const limited = await permissionsOf(student);
    expect(limited.roadmap).toEqual(['view_roadmap']);
    expect(limited.lists).toEqual([]);
    expect(limited.person).toEqual(full.person.filter((permission) => permission.startsWith('view_')));
    expect((await permissionsOf(parent)).person).toContain('view_roadmap');
  });

  it('still reads, and marks alerts as read', async () => {
    expect((await readOnly.rest('GET', '/api/me/')).body).toMatchObject({ access: 'read_only' });
    expect((await readOnly.graphql('{ me { pk } }')).errors).toBeUndefined();
    expect((await readOnly.rest('POST', '/api/alerts/read_all/', {})).status).toBe(200);
  });

  it('writes again once access is full', async () => {
    await app.database.query('UPDATE users SET read_only_reason = NULL');
    expect((await readOnly.rest('PUT', '/api/me/change_theme/', { theme: 2 })).status).toBe(200);
    await app.database.query("UPDATE users SET read_only_reason = 'membership_lapsed'");
  });
});

it('the allowed writes exist', () => {
  expect([...ALLOWED_WHEN_READ_ONLY].filter((write) => !writes().includes(write))).toEqual([]);
});
