/** Creates with an idempotency key run once, whatever the input looks like and however the requests overlap. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOnce } from '#server/lib/create-once.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let actor: { pk: number };
let runs: number;
beforeAll(async () => {
  app = await startTestApp();
  actor = await createUser(app.database);
});
afterAll(() => app.close());
beforeEach(() => {
  runs = 0;
});

function create(key: string | null | undefined, input: unknown, { action = 'createNote', by = actor } = {}) {
  return createOnce(app.database, by, { action, key, input }, () => Promise.resolve({ run: ++runs }));
}

const REFUSED = {
  code: 'INVALID_INPUT',
  message: 'This idempotency key was already used with different input.',
  fields: { idempotencyKey: 'This idempotency key was already used with different input.' },
};

describe('a create with an idempotency key', () => {
  it('runs once and repeats its result', async () => {
    const key = randomUUID();
    expect(await create(key, { title: 'First' })).toEqual({ run: 1 });
    expect(await create(key, { title: 'First' })).toEqual({ run: 1 });
    expect(runs).toBe(1);
  });

  it('runs once for requests at the same time', async () => {
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 8 }, () => create(key, { title: 'First' })));
    expect(results).toEqual(Array.from({ length: 8 }, () => ({ run: 1 })));
    expect(runs).toBe(1);
  });

  it('runs for each person and each key', async () => {
    const key = randomUUID();
    const other = await createUser(app.database);
    await create(key, {});
    expect(await create(key, {}, { by: other })).toEqual({ run: 2 });
    expect(await create(randomUUID(), {})).toEqual({ run: 3 });
  });

  it.each([
    ['another value', { title: 'First' }, { title: 'Second' }],
    ['another field', { title: 'First' }, { name: 'First' }],
    ['an additional field', { title: 'First' }, { title: 'First', points: 0 }],
    ['another order in a list', { ids: [1, 2] }, { ids: [2, 1] }],
    ['a list for an object', { ids: ['a'] }, { ids: { 0: 'a' } }],
    ['another value inside a list', [{ a: 1 }], [{ a: 2 }]],
    ['a value for null in a list', { grades: [null, 4] }, { grades: [4, null] }],
    ['another date', { at: new Date(0) }, { at: new Date(1) }],
    ['other bytes', { file: Buffer.from('a') }, { file: Buffer.from('b') }],
  ])('refuses %s under the same key', async (_difference, input, other) => {
    const key = randomUUID();
    await create(key, input);
    await expect(create(key, other)).rejects.toMatchObject(REFUSED);
    expect(runs).toBe(1);
  });

  it('refuses another action under the same key', async () => {
    const key = randomUUID();
    await create(key, {});
    await expect(create(key, {}, { action: 'createTask' })).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ['the order of fields', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['fields without a value', { a: 1 }, { a: 1, b: null, c: undefined }],
    ['fields without a value in a list', [{ a: 1 }], [{ a: 1, b: null }]],
    ['the kind of byte array', { file: Buffer.from('abc') }, { file: new Uint8Array([97, 98, 99]) }],
  ])('does not depend on %s', async (_difference, input, same) => {
    const key = randomUUID();
    await create(key, input);
    expect(await create(key, same)).toEqual({ run: 1 });
  });

  it('leaves the key free when the create fails', async () => {
    const key = randomUUID();
    const once = { action: 'createNote', key, input: {} };
    const failing = () => Promise.reject(new Error('full'));
    await expect(createOnce(app.database, actor, once, failing)).rejects.toThrow('full');
    expect(await create(key, {})).toEqual({ run: 1 });
  });

  it('accepts only a UUID as the key', async () => {
    await expect(create('key', {})).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(runs).toBe(0);
  });
});

describe('a create without an idempotency key', () => {
  it.each([null, undefined])('runs for each request (%s)', async (key) => {
    expect(await create(key, { title: 'First' })).toEqual({ run: 1 });
    expect(await create(key, { title: 'First' })).toEqual({ run: 2 });
  });

  it('runs in a transaction', async () => {
    const { database } = app;
    const count = () => database.query<{ count: number }>('SELECT count(*)::int AS count FROM users');
    const before = await count();
    const failing = async () => {
      await createUser(database);
      throw new Error('full');
    };
    const once = { action: 'createUser', key: null, input: {} };
    await expect(createOnce(database, actor, once, failing)).rejects.toThrow('full');
    expect(await count()).toEqual(before);
  });
});
