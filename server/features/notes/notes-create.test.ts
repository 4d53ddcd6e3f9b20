import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMeeting, richText } from '#tests/factories/notes.ts';
import { app, body, CREATE, family, mentor, NOTE, startNoteTests } from '#tests/helpers/scenes/note-scene.ts';
import { codeOf } from '#tests/helpers/server/test-client.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

startNoteTests();

/** Reads all stored notes, to check that a refused request changed nothing. */
const stored = () => app.database.query('SELECT * FROM notes ORDER BY pk');

describe('creating a note', () => {
  // covers: NOTE-025 NOTE-026 NOTE-027 NOTE-037 NOTE-038
  it('returns the note and its edge, with the body rendered by the server', async () => {
    const answer = await mentor.graphql(CREATE, {
      input: {
        title: '  College list  ',
        body: body('Three <b>reach</b> schools'),
        htmlBody: '<script>alert(1)</script>',
        studentId: toGlobalId('User', family.student.pk),
      },
    });
    expect(answer.errors).toBeUndefined();
    const { note, noteEdge, meetingNote } = answer.data!['createNote'];
    expect(note).toMatchObject({
      title: 'College list',
      htmlBody: '<p>Three &lt;b&gt;reach&lt;/b&gt; schools</p>',
      version: 1,
      isMeetingNote: false,
      meetingNote: null,
      mentor: null,
      user: { fullName: family.mentor.fullName },
      student: { pk: family.student.pk, fullName: family.student.fullName },
      permissions: ['change_note', 'delete_note'],
    });
    expect(JSON.parse(note.body)).toEqual(richText('Three <b>reach</b> schools'));
    expect(noteEdge.node.id).toBe(note.id);
    expect(meetingNote).toBeNull();
    expect((await mentor.graphql(NOTE, { id: note.id })).data!['note']).toMatchObject({ id: note.id });
  });

  // covers: NOTE-030 NOTE-031 NOTE-032
  it('refuses values that break a rule and stores nothing', async () => {
    const before = await stored();
    const bad: [Record<string, unknown>, string][] = [
      [{ title: '' }, 'title'],
      [{ title: '   ' }, 'title'],
      [{ title: 'x'.repeat(101) }, 'title'],
      [{ title: 'a\u0000b' }, 'title'],
      [{ title: 'half \ud800 pair' }, 'title'],
      [{ body: '' }, 'body'],
      [{ body: '{}' }, 'body'],
      [{ body: '[]' }, 'body'],
      [{ body: 'null' }, 'body'],
      [{ body: '<p>HTML</p>' }, 'body'],
      [{ body: body('   ') }, 'body'],
      [{ body: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] }) }, 'body'],
      [{ body: JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }) }, 'body'],
      [{ body: body('a\u0000b') }, 'body'],
      [{ body: body('half \udfff pair') }, 'body'],
      [{ body: body('x'.repeat(120_000)) }, 'body'],
      [{ body: JSON.stringify({ ...richText('x'), onload: 'alert(1)' }) }, 'body'],
      [{ body: linkTo('javascript:alert(1)') }, 'body'],
      [{ body: linkTo('data:text/html,x') }, 'body'],
      [{ idempotencyKey: 'not a uuid' }, 'idempotencyKey'],
    ];
    for (const [change, field] of bad) {
      const answer = await mentor.graphql(CREATE, {
        input: { title: 'Fine', body: body('Fine'), ...change },
      });
      expect(answer.status, JSON.stringify(change).slice(0, 80)).toBeLessThan(500);
      expect(answer.errors?.[0]?.extensions, JSON.stringify(change).slice(0, 80)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      });
    }
    expect(await stored()).toEqual(before);
  });

  it('accepts a name of exactly 100 characters', async () => {
    const answer = await mentor.graphql(CREATE, { input: { title: 'x'.repeat(100), body: body('Fine') } });
    expect(answer.errors).toBeUndefined();
  });

  // covers: NOTE-001
  it('is for mentors, about their own students', async () => {
    const before = await stored();
    for (const user of [family.student, family.parent]) {
      const answer = await (
        await app.as(user)
      ).graphql(CREATE, { input: { title: 'Mine', body: body('Mine') } });
      expect(codeOf(answer)).toBe('FORBIDDEN');
    }
    const students = [
      toGlobalId('User', family.otherStudent.pk),
      toGlobalId('User', family.parent.pk),
      toGlobalId('User', 999_999),
      toGlobalId('Note', family.student.pk),
      'User:1',
      'VXNlcjow',
    ];
    for (const studentId of students) {
      const answer = await mentor.graphql(CREATE, { input: { title: 'T', body: body('B'), studentId } });
      expect(codeOf(answer), studentId).toBe('NOT_FOUND');
    }
    expect(await stored()).toEqual(before);
  });

  it('creates one note for repeated requests', async () => {
    const input = { title: 'Once', body: body('Once'), idempotencyKey: randomUUID() };
    const before = (await stored()).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => mentor.graphql(CREATE, { input })));
    const ids = new Set(answers.map((answer) => answer.data!['createNote'].note.id));
    expect(ids.size).toBe(1);
    expect((await stored()).length).toBe(before + 1);

    const reused = await mentor.graphql(CREATE, { input: { ...input, title: 'Something else' } });
    expect(reused.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { idempotencyKey: expect.any(String) },
    });
    const others = await (await app.as(family.coMentor)).graphql(CREATE, { input });
    expect(ids.has(others.data!['createNote'].note.id)).toBe(false);
  });

  it('leaves the key free when the request fails', async () => {
    const idempotencyKey = randomUUID();
    const meeting = await createMeeting(app.database, { provider: family.coMentor, client: family.student });
    const input = { title: 'T', body: body('B'), idempotencyKey };
    const refused = await mentor.graphql(CREATE, {
      input: { ...input, simplybookId: meeting.simplybookId },
    });
    expect(codeOf(refused)).toBe('NOT_FOUND');
    expect((await mentor.graphql(CREATE, { input })).errors).toBeUndefined();
  });
});

describe('creating a meeting note', () => {
  // covers: MEET-001 MEET-044
  it('is possible after the meeting was canceled, for its mentor only', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    await app.database.query(
      "UPDATE booked_meetings SET status = 'canceled', canceled_at = now() WHERE pk = $1",
      [meeting.pk],
    );
    const input = { title: 'Session', body: body('Typed before'), simplybookId: meeting.simplybookId };
    expect(codeOf(await (await app.as(family.student)).graphql(CREATE, { input }))).toBe('FORBIDDEN');
    const { note, meetingNote } = (await mentor.graphql(CREATE, { input })).data!['createNote'];
    expect(note.permissions).toEqual(['change_note', 'delete_note', 'send_meetingnote']);
    expect(meetingNote.simplybookmeeting.id).toBe(meeting.id);
  });

  // covers: NOTE-028 MEET-001 MEET-017 MEET-020 MEET-029
  it('uses student and mentor of the booked meeting', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const answer = await mentor.graphql(CREATE, {
      input: { title: 'Session 1', body: body('Notes'), simplybookId: meeting.simplybookId },
    });
    const { note, meetingNote } = answer.data!['createNote'];
    expect(note).toMatchObject({
      isMeetingNote: true,
      student: { pk: family.student.pk },
      mentor: { pk: family.mentor.pk },
      meetingNote: { id: meetingNote.id },
      permissions: ['change_note', 'delete_note', 'send_meetingnote'],
    });
    expect(meetingNote).toMatchObject({
      sent: false,
      notePtr: { id: note.id, title: 'Session 1', htmlBody: '<p>Notes</p>' },
      simplybookmeeting: { id: meeting.id, simplybookId: meeting.simplybookId },
    });
    const query = `query ($id: ID!) { bookedMeeting(id: $id) { meetingNote { id sent notePtr { id } } } }`;
    expect((await mentor.graphql(query, { id: meeting.id })).data).toEqual({
      bookedMeeting: { meetingNote: { id: meetingNote.id, sent: false, notePtr: { id: note.id } } },
    });
  });

  it('refuses a second one for the same meeting, also at the same time', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const input = { title: 'Session', body: body('Notes'), simplybookId: meeting.simplybookId };
    const answers = await Promise.all(Array.from({ length: 5 }, () => mentor.graphql(CREATE, { input })));
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'CONFLICT')).toHaveLength(4);
  });

  it('is only for the mentor of the meeting', async () => {
    const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
    const before = await stored();
    const input = { title: 'Session', body: body('Notes'), simplybookId: meeting.simplybookId };
    for (const user of [family.coMentor, family.otherMentor]) {
      expect(codeOf(await (await app.as(user)).graphql(CREATE, { input }))).toBe('NOT_FOUND');
    }
    for (const simplybookId of [0, -1, 2_147_483_647]) {
      expect(codeOf(await mentor.graphql(CREATE, { input: { ...input, simplybookId } }))).toBe('NOT_FOUND');
    }
    const tooLarge = await mentor.graphql(CREATE, { input: { ...input, simplybookId: 2_147_483_648 } });
    expect(tooLarge.status).toBeLessThan(500);
    expect(tooLarge.errors).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });
});

/** Returns a body with one link. */
function linkTo(href: string): string {
  return JSON.stringify({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
      },
    ],
  });
}
