import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeeting, createNote, type TestMeeting } from '#tests/factories/notes.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterAll(() => app.close());

const MEETING = `query ($id: ID, $simplybookId: Int) { bookedMeeting(id: $id, simplybookId: $simplybookId) {
  id name simplybookId meetId startsAt endsAt permissions
  provider { pk fullName } client { pk id fullName } meetingNote { id sent notePtr { title } } } }`;
const LIST = `query ($first: Int!, $after: String, $period: BookedMeetingPeriod, $student: ID) {
  bookedMeetings(first: $first, after: $after, period: $period, student: $student) {
    pageInfo { endCursor hasNextPage } edges { node { id } } } }`;

describe('a booked meeting', () => {
  // covers: MEET-018 MEET-019 MEET-028
  it('is seen by its provider, its client and the parents, by either number', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const expected = {
      id: meeting.id,
      simplybookId: meeting.simplybookId,
      provider: { pk: family.mentor.pk, fullName: family.mentor.fullName },
      client: {
        pk: family.student.pk,
        id: toGlobalId('User', family.student.pk),
        fullName: family.student.fullName,
      },
      meetingNote: null,
    };
    for (const user of [family.mentor, family.student, family.parent]) {
      const client = await app.as(user);
      const permissions = ['view_meetingroom', ...(user === family.mentor ? ['add_meetingnote'] : [])];
      for (const by of [{ id: meeting.id }, { simplybookId: meeting.simplybookId }]) {
        expect((await client.graphql(MEETING, by)).data).toMatchObject({
          bookedMeeting: { ...expected, permissions },
        });
      }
    }
    for (const user of [family.coMentor, family.otherMentor, family.otherParent, family.otherStudent]) {
      expect(codeOf(await (await app.as(user)).graphql(MEETING, { id: meeting.id }))).toBe('NOT_FOUND');
    }
  });

  it('shows its note only to people who can read it', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const note = await createNote(app.database, { author: family.mentor, meeting });
    const ofStudent = await (await app.as(family.student)).graphql(MEETING, { id: meeting.id });
    expect(ofStudent.data!['bookedMeeting'].meetingNote).toBeNull();
    const ofMentor = await (await app.as(family.mentor)).graphql(MEETING, { id: meeting.id });
    expect(ofMentor.data!['bookedMeeting'].meetingNote).toEqual({
      id: note.meetingNoteId,
      sent: false,
      notePtr: { title: note.title },
    });
  });

  it('hides its video room from people who only received its note', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const note = await createNote(app.database, {
      author: family.mentor,
      meeting,
      recipients: [family.student, family.coMentor],
    });
    const query = `query ($id: ID!) { note(id: $id) { meetingNote { simplybookmeeting { meetId } } } }`;
    const roomFor = async (user: typeof family.student) =>
      (await (await app.as(user)).graphql(query, { id: note.id })).data!['note'].meetingNote
        .simplybookmeeting;
    expect(await roomFor(family.student)).toEqual({ meetId: expect.any(String) });
    expect(await roomFor(family.coMentor)).toBeNull();
  });

  it('is not found by an invalid id', async () => {
    const client = await app.as(family.mentor);
    for (const id of ['', 'x', toGlobalId('BookedMeeting', 999_999), toGlobalId('Note', 1)]) {
      expect(codeOf(await client.graphql(MEETING, { id })), id).toBe('NOT_FOUND');
    }
    expect(codeOf(await client.graphql(MEETING, { simplybookId: -5 }))).toBe('NOT_FOUND');
    expect(codeOf(await client.graphql(MEETING, {}))).toBe('INVALID_INPUT');
    const both = { id: toGlobalId('BookedMeeting', 1), simplybookId: 1 };
    expect(codeOf(await client.graphql(MEETING, both))).toBe('INVALID_INPUT');
    expect(codeOf(await client.graphql(MEETING, { simplybookId: 3_000_000_000 }))).toBe('BAD_REQUEST');
  });
});

describe('the list of meetings', () => {
  const now = new Date('2026-03-02T15:30:00.000Z');
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  let people: typeof family;
  let past: TestMeeting[];
  let running: TestMeeting;
  let coming: TestMeeting[];

  beforeAll(async () => {
    people = await createFamily(app.database);
    const meet = (startsAt: Date, minutes = 60) =>
      createMeeting(app.database, { provider: people.mentor, client: people.student, startsAt, minutes });
    past = [];
    for (const start of [-50, -30, -30, -2, -1]) past.unshift(await meet(hours(start)));
    running = await meet(hours(-0.5));
    coming = [];
    for (const start of [1, 1, 26]) coming.push(await meet(hours(start)));
    await createMeeting(app.database, {
      provider: people.otherMentor,
      client: people.otherStudent,
      startsAt: hours(0),
    });
    app.clock.set(now);
  });

  interface Listed {
    bookedMeetings: {
      pageInfo: { endCursor: string; hasNextPage: boolean };
      edges: { node: { id: string } }[];
    };
  }
  async function list(client: TestClient, variables: object) {
    const answer = await client.graphql<Listed>(LIST, { first: 20, ...variables });
    const { edges, pageInfo } = answer.data!.bookedMeetings;
    return { ...pageInfo, ids: edges.map((edge) => edge.node.id) };
  }

  it('is split into past and upcoming now, for all participants', async () => {
    for (const user of [people.mentor, people.student, people.parent]) {
      const client = await app.as(user);
      const ids = async (period?: string) => (await list(client, { period })).ids;
      expect(await ids('PAST')).toEqual(past.map((meeting) => meeting.id));
      expect(await ids('NOW')).toEqual([running.id]);
      expect(await ids('UPCOMING')).toEqual(coming.map((meeting) => meeting.id));
      expect(await ids()).toHaveLength(9);
    }
    expect((await list(await app.as(people.coMentor), {})).ids).toEqual([]);
  });

  it('is paged without gaps among meetings at the same time', async () => {
    const client = await app.as(people.mentor);
    for (const [period, expected] of [
      ['PAST', past],
      ['UPCOMING', coming],
    ] as const) {
      const ids: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(client, { first: 1, after, period });
        ids.push(...page.ids);
        after = page.hasNextPage ? page.endCursor : null;
      } while (after !== null);
      expect(ids).toEqual(expected.map((meeting) => meeting.id));
    }
    for (const after of ['', 'x', Buffer.from('["2026-13-45T00:00:00.000Z",1]').toString('base64url')]) {
      expect(codeOf(await client.graphql(LIST, { first: 1, after })), after).toBe('INVALID_INPUT');
    }
    expect(codeOf(await client.graphql(LIST, { first: 0 }))).toBe('INVALID_INPUT');
  });

  it('can be filtered by student', async () => {
    const client = await app.as(people.mentor);
    expect((await list(client, { student: toGlobalId('User', people.student.pk) })).ids).toHaveLength(9);
    expect((await list(client, { student: toGlobalId('User', people.otherStudent.pk) })).ids).toEqual([]);
  });

  it('has a next meeting: the running one, else the first upcoming one, else none', async () => {
    const client = await app.as(people.mentor);
    const next = async () => (await client.graphql('{ nextMeeting { id } }')).data!['nextMeeting'];
    expect(await next()).toEqual({ id: running.id });
    app.clock.set(hours(0.6));
    expect(await next()).toEqual({ id: coming[0]?.id });
    app.clock.set(hours(100));
    expect(await next()).toBeNull();
    app.clock.set(now);
  });
});
