import { existsSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { FIELDS, OUTSIDE, ROUTES, routesOf, SHAPES } from './surface.ts';
import { MATRIX, TESTED_IN } from './matrix.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('every field of the schema is in the matrix', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !SHAPES.test(name))
    .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
  expect(fields.length).toBeGreaterThan(50);
  const mapped = Object.entries(FIELDS).flatMap(([type, of]) =>
    Object.keys(of).map((field) => `${type}.${field}`),
  );
  expect(
    fields.filter((field) => !mapped.includes(field)),
    'not in surface.ts',
  ).toEqual([]);
  expect(
    mapped.filter((field) => !fields.includes(field)),
    'not in the schema',
  ).toEqual([]);
});

it('every route is in the matrix', () => {
  const known = routesOf(app.app.server).filter((route) => !OUTSIDE.test(route));
  expect(known).toContain('GET /api/me/');
  expect(
    known.filter((route) => ROUTES[route] === undefined),
    'not in surface.ts',
  ).toEqual([]);
  expect(
    Object.keys(ROUTES).filter((route) => !known.includes(route)),
    'no such route',
  ).toEqual([]);
});

it('every field and route has rules', () => {
  const things = new Set([
    'public',
    'by token',
    ...MATRIX.map(({ object }) => object),
    ...Object.keys(TESTED_IN),
  ]);
  const used = [...Object.values(ROUTES), ...Object.values(FIELDS).flatMap((of) => Object.values(of))];
  expect(used.filter((thing) => !things.has(thing))).toEqual([]);
  expect(Object.values(TESTED_IN).filter((file) => !existsSync(file))).toEqual([]);
});

it('only public routes answer without a token', async () => {
  const open = ['public', 'by token', 'session'];
  const closed = Object.entries(ROUTES).filter(([, thing]) => !open.includes(thing));
  for (const [route] of closed) {
    const [method = '', path = ''] = route.split(' ');
    const response = await app.anonymous.fetch(path.replace(/:\w+/g, '1'), { method });
    expect(response.status, route).toBe(401);
  }
});
