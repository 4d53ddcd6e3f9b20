import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterAll(() => app.close());

const FIELDS = `timeZone minutes bufferMinutes noticeHours windowDays dailyLimit week { start end }
  overrides { day ranges { start end } } version`;
const READ = `{ availability { ${FIELDS} } }`;
const SAVE = `mutation ($input: SaveAvailabilityInput!) { saveAvailability(input: $input) { availability { ${FIELDS} } } }`;

const morning = { start: 540, end: 720 };
const evening = { start: 1080, end: 1440 };
const week = [[], [morning, evening], [], [], [], [morning], []];
const INPUT = {
  timeZone: 'Europe/Berlin',
  minutes: 60,
  bufferMinutes: 15,
  noticeHours: 24,
  windowDays: 30,
  dailyLimit: 4,
  week,
  overrides: [
    { day: '2026-12-24', ranges: [] },
    { day: '2026-12-27', ranges: [morning] },
  ],
  version: 0,
};

it('starts with the defaults, and is saved and read as a whole', async () => {
  const client = await app.as(family.mentor);
  expect((await client.graphql(READ)).data?.['availability']).toEqual({
    timeZone: expect.any(String),
    minutes: 45,
    bufferMinutes: 10,
    noticeHours: 12,
    windowDays: 60,
    dailyLimit: 8,
    week: [[], [], [], [], [], [], []],
    overrides: [],
    version: 0,
  });
  const saved = await client.graphql(SAVE, { input: INPUT });
  expect(saved.data?.['saveAvailability'].availability).toEqual({ ...INPUT, version: 1 });
  const shorter = { ...INPUT, week: [[], [], [], [], [], [], [evening]], overrides: [], version: 1 };
  await client.graphql(SAVE, { input: shorter });
  expect((await client.graphql(READ)).data?.['availability']).toEqual({ ...shorter, version: 2 });
});

it('is not overwritten by a change that is based on an older version', async () => {
  const client = await app.as(family.coMentor);
  expect((await client.graphql(SAVE, { input: INPUT })).errors).toBeUndefined();
  for (const version of [0, 2]) {
    const answer = await client.graphql(SAVE, { input: { ...INPUT, minutes: 30, version } });
    expect(answer.errors?.[0]?.extensions?.code).toBe('CONFLICT');
  }
  expect((await client.graphql(READ)).data?.['availability'].minutes).toBe(60);
});

it('belongs to mentors', async () => {
  for (const user of [family.student, family.parent]) {
    const client = await app.as(user);
    expect((await client.graphql(READ)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await client.graphql(SAVE, { input: INPUT })).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  }
});

it('refuses hours and limits that make no sense', async () => {
  const client = await app.as(family.otherMentor);
  const wrong: [string, object][] = [
    ['timeZone', { timeZone: 'Mars/Base' }],
    ['minutes', { minutes: 0 }],
    ['bufferMinutes', { bufferMinutes: -1 }],
    ['noticeHours', { noticeHours: 337 }],
    ['windowDays', { windowDays: 181 }],
    ['dailyLimit', { dailyLimit: 0 }],
    ['week', { week: [[]] }],
    ['week.0.0.end', { week: [[{ start: 600, end: 600 }], [], [], [], [], [], []] }],
    ['week.0', { week: [[morning, { start: 700, end: 800 }], [], [], [], [], [], []] }],
    ['week.0.0.end', { week: [[{ start: 600, end: 1441 }], [], [], [], [], [], []] }],
    ['overrides', { overrides: [INPUT.overrides[0], INPUT.overrides[0]] }],
  ];
  for (const [field, change] of wrong) {
    const { errors } = await client.graphql(SAVE, { input: { ...INPUT, ...change } });
    expect(errors?.[0]?.extensions?.code, field).toBe('INVALID_INPUT');
    expect(Object.keys(errors?.[0]?.extensions?.fields ?? {})).toContain(field);
  }
});
