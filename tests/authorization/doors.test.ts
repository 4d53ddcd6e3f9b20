import { existsSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#server/graphql/schema.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { FIELDS, OUTSIDE, ROUTES, SHAPES } from './doors.ts';
import { MATRIX, TESTED_IN } from './matrix.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** 'GET /api/me/' and so on, out of the router's own drawing. */
function routes(): string[] {
  const path: string[] = [];
  return app.app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^(.*?)[├└]── (\S+) \((.*)\)$/.exec(line);
      if (match === null) return [];
      const [, indent = '', segment = '', methods = ''] = match;
      path.length = indent.length / 4;
      path.push(segment);
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.join('')}`);
    });
}

it('has every field of the schema in the matrix', () => {
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
    'not in doors.ts',
  ).toEqual([]);
  expect(
    mapped.filter((field) => !fields.includes(field)),
    'not in the schema',
  ).toEqual([]);
});

it('has every route in the matrix', () => {
  const known = routes().filter((route) => !OUTSIDE.test(route));
  expect(known).toContain('GET /api/me/');
  expect(
    known.filter((route) => ROUTES[route] === undefined),
    'not in doors.ts',
  ).toEqual([]);
  expect(
    Object.keys(ROUTES).filter((route) => !known.includes(route)),
    'no such route',
  ).toEqual([]);
});

it('leads only to things with rules', () => {
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

it('opens none but the public routes to somebody without a token', async () => {
  const open = ['public', 'by token', 'session'];
  const closed = Object.entries(ROUTES).filter(([, thing]) => !open.includes(thing));
  for (const [route] of closed) {
    const [method = '', path = ''] = route.split(' ');
    const response = await app.anonymous.fetch(path.replace(/:\w+/g, '1'), { method });
    expect(response.status, route).toBe(401);
  }
});
