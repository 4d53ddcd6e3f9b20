import { describe, expect, it } from 'vitest';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { app, body, CREATE, family, mentor, NOTE, startNoteTests } from '#tests/helpers/scenes/note-scene.ts';
import { codeOf } from '#tests/helpers/server/test-client.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

startNoteTests();

const UPDATE = `mutation ($input: UpdateNoteInput!) { updateNote(input: $input) {
  note { id title body version } noteEdge { cursor node { id title } } } }`;
const DELETE = `mutation ($ids: [ID!]!) { deleteNotes(input: { ids: $ids }) {
  deletedNotesIds notes { id title } failures { id title } } }`;
const SEND = `mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id, clientMutationId: "m1" }) {
  clientMutationId meetingNote { id sent sentAt permissions } } }`;

describe('changing a note', () => {
  // covers: NOTE-039
  it('returns the note and its edge, with the next version', async () => {
    const note = await createNote(app.database, { author: family.mentor, student: family.student });
    const input = { id: note.id, title: 'New name', body: body('New'), htmlBody: '<i>no</i>', version: 1 };
    const answer = await mentor.graphql(UPDATE, { input });
    const changed = { id: note.id, title: 'New name', body: expect.any(String), version: 2 };
    expect(answer.data!['updateNote']).toEqual({
      note: changed,
      noteEdge: { cursor: expect.any(String), node: { id: note.id, title: 'New name' } },
    });
    expect((await mentor.graphql(NOTE, { id: note.id })).data!['note'].htmlBody).toBe('<p>New</p>');
  });

  it('refuses a stale version, and returns the stored values', async () => {
    const note = await createNote(app.database, { author: family.mentor });
    await mentor.graphql(UPDATE, {
      input: { id: note.id, title: 'Theirs', body: body('Theirs'), version: 1 },
    });
    const stale = await mentor.graphql(UPDATE, {
      input: { id: note.id, title: 'Mine', body: body('Mine'), version: 1 },
    });
    expect(stale.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { id: note.id, title: 'Theirs', version: 2, updatedAt: expect.any(String) },
    });
    expect((await mentor.graphql(NOTE, { id: note.id })).data!['note'].title).toBe('Theirs');
  });

  it('accepts a repeated save whose response was lost', async () => {
    const note = await createNote(app.database, { author: family.mentor });
    const input = { id: note.id, title: 'Saved', body: body('Saved'), version: 1 };
    await mentor.graphql(UPDATE, { input });
    expect((await mentor.graphql(UPDATE, { input })).data!['updateNote'].note.version).toBe(2);
  });

  it('refuses a repeated save when the note was saved again in between, even with equal text', async () => {
    const note = await createNote(app.database, { author: family.mentor });
    const save = (title: string, version: number) =>
      mentor.graphql(UPDATE, { input: { id: note.id, title, body: body(title), version } });
    await save('First', 1);
    await save('Second', 2);
    await save('First', 3);
    const repeated = await save('First', 1);
    expect(repeated.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', current: { version: 4 } });
    const fromTheFuture = await save('First', 4 + 1);
    expect(fromTheFuture.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
  });

  it('sets and removes the student of a plain note only', async () => {
    const student = `mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { note { student { pk } } } }`;
    const plain = await createNote(app.database, { author: family.mentor });
    const studentId = toGlobalId('User', family.student.pk);
    const input = { id: plain.id, title: 'T', body: body('B') };
    const set = await mentor.graphql(student, { input: { ...input, studentId } });
    expect(set.data!['updateNote'].note.student).toEqual({ pk: family.student.pk });
    const kept = await mentor.graphql(student, { input });
    expect(kept.data!['updateNote'].note.student).toEqual({ pk: family.student.pk });
    const taken = await mentor.graphql(student, { input: { ...input, studentId: null } });
    expect(taken.data!['updateNote'].note.student).toBeNull();
    const foreign = toGlobalId('User', family.otherStudent.pk);
    expect(codeOf(await mentor.graphql(student, { input: { ...input, studentId: foreign } }))).toBe(
      'NOT_FOUND',
    );

    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const note = await createNote(app.database, { author: family.mentor, meeting });
    const refused = await mentor.graphql(student, { input: { ...input, id: note.id, studentId: null } });
    expect(codeOf(refused)).toBe('INVALID_INPUT');
  });

  it('is only for its author: other readers are refused, everyone else gets NOT_FOUND', async () => {
    const note = await createNote(app.database, { author: family.mentor, student: family.student });
    const input = { id: note.id, title: 'Hacked', body: body('Hacked') };
    expect(codeOf(await (await app.as(family.coMentor)).graphql(UPDATE, { input }))).toBe('FORBIDDEN');
    for (const user of [family.student, family.parent, family.otherMentor, family.otherStudent]) {
      expect(codeOf(await (await app.as(user)).graphql(UPDATE, { input }))).toBe('NOT_FOUND');
    }
    expect((await mentor.graphql(NOTE, { id: note.id })).data!['note'].title).toBe(note.title);
  });
});

describe('reading a note', () => {
  // covers: NOTE-036
  it('finds nothing for a malformed or unknown id or the note of someone else, with the same message', async () => {
    const foreign = await createNote(app.database, { author: family.otherMentor });
    const messages = new Set<string | undefined>();
    for (const id of [
      foreign.id,
      toGlobalId('Note', 999_999),
      foreign.meetingNoteId,
      '1',
      '',
      '\u0000',
      'Tm90ZTo5OTk5OTk5OTk5',
    ]) {
      const answer = await mentor.graphql(NOTE, { id });
      expect(codeOf(answer), id).toBe('NOT_FOUND');
      messages.add(answer.errors?.[0]?.message);
    }
    expect(messages.size).toBe(1);
  });
});

describe('the permissions of a note', () => {
  // covers: API-015
  it.each(['mentor', 'coMentor', 'student', 'parent'] as const)(
    'list exactly what the server lets the %s do',
    async (reader) => {
      const client = await app.as(family[reader]);
      const { student, parent, coMentor } = family;
      for (const kind of ['plain', 'unsent', 'sent'] as const) {
        const make = async () => {
          const meeting =
            kind === 'plain'
              ? undefined
              : await createMeeting(app.database, { provider: family.mentor, client: student });
          const recipients = kind === 'sent' ? [student, parent, family.mentor, coMentor] : undefined;
          return createNote(app.database, { author: family.mentor, student, meeting, recipients });
        };
        const [changed, deleted, sent] = [await make(), await make(), await make()];
        const changedNote = (await client.graphql(NOTE, { id: changed.id })).data?.['note'];
        const done = [];
        const change = { id: changed.id, title: 'New title', body: body('New words') };
        if ((await client.graphql(UPDATE, { input: change })).errors === undefined) done.push('change_note');
        const answer = (await client.graphql(DELETE, { ids: [deleted.id] })).data?.['deleteNotes'];
        if (answer?.deletedNotesIds.length === 1) done.push('delete_note');
        const isSent = (await client.graphql(SEND, { id: sent.meetingNoteId })).errors === undefined;
        // Sending a sent note again changes nothing and does not count as an action.
        if (isSent && kind !== 'sent') done.push('send_meetingnote');
        expect(done, `${kind} note`).toEqual(changedNote?.permissions ?? []);
      }
    },
  );
});

describe('deleting notes', () => {
  // covers: NOTE-040
  it('returns what was deleted and what failed', async () => {
    const own = await createNote(app.database, { author: family.mentor, title: 'Own' });
    const foreign = await createNote(app.database, { author: family.otherMentor, title: 'Secret' });
    const colleagues = await createNote(app.database, {
      author: family.coMentor,
      student: family.student,
      title: "A colleague's",
    });
    const ids = [own.id, foreign.id, colleagues.id, own.id, 'nonsense'];
    expect((await mentor.graphql(DELETE, { ids })).data!['deleteNotes']).toEqual({
      deletedNotesIds: [own.id],
      notes: [{ id: own.id, title: 'Own' }],
      failures: [{ id: colleagues.id, title: "A colleague's" }],
    });
    expect(codeOf(await mentor.graphql(DELETE, { ids: [own.id] }))).toBe('NOT_FOUND');
    expect(codeOf(await mentor.graphql(DELETE, { ids: [foreign.id] }))).toBe('NOT_FOUND');
    expect(codeOf(await mentor.graphql(DELETE, { ids: [] }))).toBe('INVALID_INPUT');
    const many = Array.from({ length: 101 }, (_, index) => toGlobalId('Note', index + 1));
    expect(codeOf(await mentor.graphql(DELETE, { ids: many }))).toBe('INVALID_INPUT');
  });

  it('can run in any order at the same time', async () => {
    const notes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createNote(app.database, { author: family.mentor, student: index % 2 ? family.student : undefined }),
      ),
    );
    const ids = notes.map((note) => note.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        mentor.graphql(DELETE, { ids: index % 2 ? ids : ids.toReversed() }),
      ),
    );
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'NOT_FOUND')).toHaveLength(5);
  });
});

describe('the request itself', () => {
  it('is refused when it is too large or of another type', async () => {
    const huge = JSON.stringify({
      query: CREATE,
      variables: { input: { title: 'x', body: 'x'.repeat(600_000) } },
    });
    const large = await mentor.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: huge,
    });
    expect(large.status).toBe(413);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await mentor.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x',
      });
      expect(answer.status, type).toBe(415);
    }
  });
});
