/** Sends reused idempotency keys and invisible characters to every mutation that creates. */
import { randomUUID } from 'node:crypto';
import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { makePicture } from '#tests/factories/pictures.ts';
import {
  asStudent,
  BODY,
  client,
  type Create,
  CREATES,
  list,
  startCreateTests,
  student,
} from '#tests/helpers/scenes/creates-scene.ts';

startCreateTests();

describe('idempotency keys', () => {
  it('are tried on every mutation that takes one', () => {
    const taking = Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ args: [input] }) => {
        const type = input && getNamedType(input.type);
        return isInputObjectType(type) && 'idempotencyKey' in type.getFields();
      })
      .map(({ name }) => name);
    // Without this mutation, whose input has no field that could differ.
    const others = taking.filter((name) => name !== 'createRequestForStudentProfileRatingReview');
    expect(Object.keys(CREATES).sort()).toEqual(others.sort());
  });

  it.each(Object.keys(CREATES))('%s repeats its result, and refuses another input', async (name) => {
    const { mutation, inputs, as = () => client } = CREATES[name] as Create;
    const [input, other] = inputs();
    const idempotencyKey = randomUUID();
    const created = await as().graphql(mutation, { input: { ...input, idempotencyKey } });
    expect(created.errors).toBeUndefined();
    expect(await as().graphql(mutation, { input: { ...input, idempotencyKey } })).toEqual(created);
    const refused = await as().graphql(mutation, { input: { ...other, idempotencyKey } });
    expect(refused.data?.[name] ?? null).toBeNull();
    expect(refused.errors?.[0]).toMatchObject({
      message: 'This idempotency key was already used with different input.',
      extensions: { code: 'INVALID_INPUT', fields: { idempotencyKey: expect.any(String) } },
    });
  });

  it('a bug report with another screenshot is refused; the same picture uploaded again is not', async () => {
    const upload = async (width: number) => {
      const form = new FormData();
      const picture = new Blob([new Uint8Array(await makePicture('png', { width }))], { type: 'image/png' });
      form.append('screenshot', picture, 'a.png');
      const response = await client.fetch('/api/bug_reports/screenshots/', { method: 'POST', body: form });
      return Object.values((await response.json()) as Record<string, string>)[0];
    };
    const idempotencyKey = randomUUID();
    const report = (screenshot: string | undefined) => {
      const input = { body: 'Broken', commitHash: 'abc1234', screenshot, idempotencyKey };
      return client.graphql(CREATES['createBugReport']?.mutation ?? '', { input });
    };
    const created = await report(await upload(320));
    expect(created.errors).toBeUndefined();
    expect(await report(await upload(320))).toEqual(created);
    for (const other of [await upload(321), undefined]) {
      expect((await report(other)).errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { idempotencyKey: expect.any(String) },
      });
    }
  });

  it.each(['/api/lists/', '/api/add_templated_list/'])('POST %s refuses another input', async (route) => {
    const [{ pk: template }, { pk: otherTemplate }] = (await client.rest('GET', '/api/list_templates/')).body;
    const [input, other] =
      route === '/api/lists/'
        ? [{ name: 'First list' }, { name: 'Second list' }]
        : [template, otherTemplate].map((pk) => ({ target_user_pk: student.pk, templated_list_pk: pk }));
    const sender = route === '/api/lists/' ? asStudent : client;
    const key = randomUUID();
    const send = (body: object | undefined) => sender.rest('POST', route, { ...body, idempotency_key: key });
    const first = await send(input);
    expect(first.status).toBe(201);
    expect((await send(input)).body).toEqual(first.body);
    const refused = await send(other);
    expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
    expect(refused.body.detail).toBe('This idempotency key was already used with different input.');
  });
});

describe('invisible characters in titles and names', () => {
  const INVISIBLE = [
    '\u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069 \u200e \u200f \u061c',
    '\u2028 \u2029 \u0000 \u0007 \u001b \u007f \u0085 \u009b \n \r \t \ufffe \ufdd0 \u{1ffff}',
  ].flatMap((characters) => characters.split(' '));

  const ALONE = '\u200b \u2060 \u2800 \u3164 \u00ad \u034f \u{e0041} \u200b\u2003\u200d\ufe0f'.split(' ');
  const TEXTS = [...INVISIBLE.map((character) => `Fine${character}Print`), ...ALONE];

  const named: [mutation: string, field: string][] = [
    ['createActivity', 'name'],
    ['createClassGrade', 'name'],
    ['createCollege', 'name'],
    ['createNote', 'title'],
    ['createTask', 'name'],
    ['createUser', 'firstName'],
    ['createUser', 'lastName'],
    ['createUser', 'email'],
  ];

  it.each(named)('%s refuses them in %s', async (mutation, field) => {
    const { mutation: query, inputs, as = () => client } = CREATES[mutation] as Create;
    for (const text of TEXTS) {
      const input = { ...inputs()[0], [field]: text };
      const answer = await as().graphql(query, { input });
      expect(answer.errors?.[0]?.extensions, JSON.stringify(text)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      });
    }
  });

  it('lists refuse them, and their message names the rule', async () => {
    for (const name of TEXTS) {
      const refused = await asStudent.rest('POST', '/api/lists/', { name });
      expect(refused.status, JSON.stringify(name)).toBe(422);
    }
    const { body } = await asStudent.rest('PUT', `/api/lists/${list.slug}/`, { name: 'Fine\u202ePrint' });
    expect(body.detail).toBe('List name cannot contain line breaks or invisible characters');
  });

  it('names in any script are accepted', async () => {
    for (const name of [
      'Ünï Čode',
      '数学の宿題',
      'שיעורי בית',
      'واجب منزلي',
      'Chess ♟️ 👩🏽‍🎓',
      '👨‍👩‍👧‍👦',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      'می\u200cخواهم',
      '홍길동',
      'O’Neil & co.',
    ]) {
      const input = { title: name, body: BODY };
      expect((await client.graphql(CREATES['createNote']?.mutation ?? '', { input })).errors).toBeUndefined();
    }
  });
});
