import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeeting, createNote, richText } from '#tests/factories/notes.ts';
import { createFamily, createUser, relate } from '#tests/factories/users.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { codeOf } from '#tests/helpers/server/test-client.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { meetingNoteTemplate } from '#shared/meetings/template.ts';
import { RICH_TEXT_MAX_BYTES, type RichTextDocument } from '#shared/rich-text/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const SEND = `mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id, clientMutationId: "m1" }) {
  clientMutationId meetingNote { id sent sentAt permissions } } }`;
const UPDATE = `mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { note { id } } }`;
const DELETE = `mutation ($ids: [ID!]!) { deleteNotes(input: { ids: $ids }) {
  deletedNotesIds notes { id title } failures { id title } } }`;
const NOTE = `query ($id: ID!) { note(id: $id) { id title version permissions
  meetingNote { id sent permissions } } }`;

const mails = () =>
  app.database.query<{ to: string; key: string; subject: string; html: string }>(
    'SELECT "to", key, subject, html FROM mails ORDER BY pk',
  );
const body = (text: string) => JSON.stringify(richText(text));

/** Returns a body of short lines below the limit: 93,000 bytes without spaces. */
const longBody = () => richText(...Array.from({ length: 1_380 }, (_, index) => `Line ${index}`));

/** Creates a family with an unsent meeting note. */
async function draft(text: RichTextDocument = richText('We talked about deadlines.')) {
  const people = await createFamily(app.database);
  const meeting = await createMeeting(app.database, { provider: people.mentor, client: people.student });
  const note = await createNote(app.database, { author: people.mentor, meeting, body: text });
  return { ...people, meeting, note, client: await app.as(people.mentor) };
}

describe('sending a meeting note', () => {
  it('works for a text of the maximum length, which the API returns with more spaces', async () => {
    const text = longBody();
    const { note, client } = await draft(text);
    const read = await client.graphql('query ($id: ID!) { note(id: $id) { body } }', { id: note.id });
    const stored: string = read.data?.['note'].body;
    expect(stored.length).toBeGreaterThan(RICH_TEXT_MAX_BYTES);
    const saved = { id: note.id, title: 'Long', body: stored, version: 1 };
    expect((await client.graphql(UPDATE, { input: saved })).errors).toBeUndefined();
    expect((await client.graphql(SEND, { id: note.meetingNoteId })).errors).toBeUndefined();
    expect((await mails()).filter(({ html }) => html.includes('Line 1379'))).toHaveLength(4);
  });

  // covers: MEET-002 MEET-003 MEET-018 MEET-021 MEET-030
  it('is sent to the student, the parents and all mentors, with one email each', async () => {
    const { student, parent, mentor: author, coMentor, otherMentor, note, meeting, client } = await draft();
    const preview = `query ($id: ID!) { meetingNoteRecipients(meetingNoteId: $id) { kind user { pk } } }`;
    const recipients = [
      { kind: 'student', user: { pk: student.pk } },
      { kind: 'parent', user: { pk: parent.pk } },
      { kind: 'mentor', user: { pk: author.pk } },
      { kind: 'mentor', user: { pk: coMentor.pk } },
    ];
    const previewed = (await client.graphql(preview, { id: note.meetingNoteId })).data![
      'meetingNoteRecipients'
    ];
    expect(previewed).toHaveLength(4);
    expect(previewed).toEqual(expect.arrayContaining(recipients));
    const byBooking = `query ($id: Int) { meetingNoteRecipients(simplybookId: $id) { kind user { pk } } }`;
    const ofBooking = { id: meeting.simplybookId };
    expect((await client.graphql(byBooking, ofBooking)).data!['meetingNoteRecipients']).toEqual(previewed);
    expect(codeOf(await (await app.as(otherMentor)).graphql(byBooking, ofBooking))).toBe('NOT_FOUND');
    expect(codeOf(await (await app.as(student)).graphql(byBooking, ofBooking))).toBe('FORBIDDEN');
    expect(codeOf(await client.graphql('{ meetingNoteRecipients { kind } }', {}))).toBe('INVALID_INPUT');

    const before = await mails();
    const answer = await client.graphql(SEND, { id: note.meetingNoteId });
    expect(answer.data!['sendMeetingNote']).toEqual({
      clientMutationId: 'm1',
      meetingNote: { id: note.meetingNoteId, sent: true, sentAt: expect.any(String), permissions: [] },
    });
    const sent = (await mails()).slice(before.length);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map((mail) => mail.to))).toEqual(
      new Set([student, parent, author, coMentor].map((user) => user.email)),
    );
    expect(sent[0]).toMatchObject({
      subject: `Meeting note: ${note.title}`,
      html: expect.stringContaining('<p>We talked about deadlines.</p>'),
    });
    for (const user of [student, parent, author, coMentor]) {
      const read = await (await app.as(user)).graphql(NOTE, { id: note.id });
      expect(read.data!['note'], user.role).toMatchObject({ permissions: [], meetingNote: { sent: true } });
    }
    expect(codeOf(await (await app.as(otherMentor)).graphql(NOTE, { id: note.id }))).toBe('NOT_FOUND');
  });

  it('is sent once with one email each, for parallel sends', async () => {
    const { note, client } = await draft();
    const before = await mails();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.graphql(SEND, { id: note.meetingNoteId })),
    );
    expect(answers.filter((answer) => answer.errors !== undefined)).toEqual([]);
    const moments = new Set(answers.map((answer) => answer.data!['sendMeetingNote'].meetingNote.sentAt));
    expect(moments.size).toBe(1);
    const sent = (await mails()).slice(before.length);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map((mail) => mail.key)).size).toBe(4);
    expect((await client.graphql(NOTE, { id: note.id })).data!['note'].version).toBe(2);
  });

  it('is not sent while the text has a placeholder', async () => {
    const { note, client } = await draft(meetingNoteTemplate({ 'student name': 'Mia' }));
    const before = await mails();
    const answer = await client.graphql(SEND, { id: note.meetingNoteId });
    expect(answer.errors?.[0]).toMatchObject({
      message:
        'Fill in “key takeaways”, “before next time”, “next meeting”, and “mentor name” before sending.',
      extensions: { code: 'INVALID_INPUT' },
    });
    expect(await mails()).toEqual(before);
    expect((await client.graphql(NOTE, { id: note.id })).data!['note'].meetingNote.sent).toBe(false);
  });

  // covers: MEET-026 MEET-027
  it('only the author can send it, and nobody else reads it before', async () => {
    const { student, parent, mentor: author, coMentor, otherMentor, note, client } = await draft();
    for (const user of [student, parent, coMentor, otherMentor]) {
      const other = await app.as(user);
      expect(codeOf(await other.graphql(NOTE, { id: note.id }))).toBe('NOT_FOUND');
      expect(codeOf(await other.graphql(SEND, { id: note.meetingNoteId }))).toBe('NOT_FOUND');
    }
    for (const id of [note.id, toGlobalId('MeetingNote', 999_999), '']) {
      expect(codeOf(await client.graphql(SEND, { id }))).toBe('NOT_FOUND');
    }
    const withoutId = await client.graphql('mutation { sendMeetingNote(input: {}) { clientMutationId } }');
    expect(codeOf(withoutId)).toBe('BAD_REQUEST');
    const plain = await createNote(app.database, { author });
    expect(codeOf(await client.graphql(SEND, { id: plain.meetingNoteId }))).toBe('NOT_FOUND');
  });

  // covers: MEET-022 MEET-025
  it('is read-only for everyone afterwards', async () => {
    const { student, coMentor, mentor: author, note, client } = await draft();
    await client.graphql(SEND, { id: note.meetingNoteId });
    for (const user of [author, coMentor, student]) {
      const reader = await app.as(user);
      const input = { id: note.id, title: 'Rewritten', body: body('Rewritten') };
      expect(codeOf(await reader.graphql(UPDATE, { input }))).toBe('FORBIDDEN');
      expect((await reader.graphql(DELETE, { ids: [note.id] })).data!['deleteNotes']).toEqual({
        deletedNotesIds: [],
        notes: [],
        failures: [{ id: note.id, title: note.title }],
      });
    }
    const again = await (await app.as(coMentor)).graphql(SEND, { id: note.meetingNoteId });
    expect(again.errors?.[0]).toMatchObject({
      message: 'This meeting note was sent already.',
      extensions: { code: 'FORBIDDEN' },
    });
    expect((await client.graphql(NOTE, { id: note.id })).data!['note'].title).toBe(note.title);
  });

  it('is readable for the people who were recipients when it was sent', async () => {
    const { student, coMentor, note, client } = await draft();
    const disabled = await createUser(app.database, { role: 'parent' });
    await relate(app.database, student, disabled);
    await app.database.kysely
      .updateTable('users')
      .set({ disabledAt: new Date() })
      .where('pk', '=', disabled.pk)
      .execute();
    await client.graphql(SEND, { id: note.meetingNoteId });
    const late = await createUser(app.database, { role: 'mentor' });
    await relate(app.database, student, late);
    await app.database.kysely.deleteFrom('relations').where('userPk', '=', coMentor.pk).execute();
    expect(codeOf(await (await app.as(late)).graphql(NOTE, { id: note.id }))).toBe('NOT_FOUND');
    expect((await (await app.as(coMentor)).graphql(NOTE, { id: note.id })).errors).toBeUndefined();
    expect((await mails()).map((mail) => mail.to)).not.toContain(disabled.email);
  });

  it('a send and a change at the same time never mix: one waits for the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { note, client } = await draft();
      const change = { id: note.id, title: 'Changed', body: body('Changed') };
      const [sent, changed] = await Promise.all([
        client.graphql(SEND, { id: note.meetingNoteId }),
        client.graphql(UPDATE, { input: change }),
      ]);
      expect(sent.errors).toBeUndefined();
      const isChanged = changed.errors === undefined;
      expect(codeOf(changed)).toBe(isChanged ? undefined : 'FORBIDDEN');
      const title = isChanged ? 'Changed' : note.title;
      expect((await client.graphql(NOTE, { id: note.id })).data!['note'].title).toBe(title);
      const mail = (await mails()).at(-1);
      expect(mail?.subject).toBe(`Meeting note: ${title}`);
    }
  });

  // covers: MEET-021
  it('emails each recipient the text, a link, and the reason for the email', async () => {
    const { student, parent, mentor: author, note, client } = await draft(richText('Write the first draft.'));
    await client.graphql(SEND, { id: note.meetingNoteId });
    const [mail] = await app.database.query<{ key: string; subject: string; text: string; html: string }>(
      'SELECT key, subject, text, html FROM mails WHERE "to" = $1',
      [student.email],
    );
    expect(mail?.key).toBe(`meeting-note:${note.pk}:${student.pk}`);
    expect(mail?.subject).toBe(`Meeting note: ${note.title}`);
    expect(mail?.text.split('\n\n')).toEqual([
      note.title,
      `${author.fullName} sent you a note from your meeting.`,
      'Write the first draft.',
      `Open the note: ${TEST_PUBLIC_URL}/notes/${note.pk}/`,
      `--\nYou get this email because the meeting note was sent to ${student.fullName}, their parents and their mentors.`,
    ]);
    expect(mail?.html).toContain('<p>Write the first draft.</p>');
    const textTo = async ({ email }: { email: string }) =>
      (await app.database.query<{ text: string }>('SELECT text FROM mails WHERE "to" = $1', [email]))[0]
        ?.text;
    expect(await textTo(parent)).toContain(
      `${author.fullName} sent you a note from the meeting with ${student.fullName}.`,
    );
    expect(await textTo(author)).toContain(`You sent this note from the meeting with ${student.fullName}.`);
  });

  it('appears in the timeline and in the alerts of everyone except its author', async () => {
    const { student, parent, mentor: author, coMentor, note, client } = await draft();
    await client.graphql(SEND, { id: note.meetingNoteId });
    await app.app.jobs.runDue();
    const alerts = await app.database.query<{ userPk: number; body: string }>(
      `SELECT user_pk AS "userPk", body FROM alerts WHERE key = $1 ORDER BY user_pk`,
      [`meeting_note_received:${note.pk}`],
    );
    expect(alerts.map(({ userPk }) => userPk)).toEqual(
      [student, parent, coMentor].map(({ pk }) => pk).sort((a, b) => a - b),
    );
    const others = `${author.fullName} sent you a note from the meeting with ${student.fullName}.`;
    for (const { userPk, body: text } of alerts) {
      expect(text).toBe(
        userPk === student.pk ? `${author.fullName} sent you a note from your meeting.` : others,
      );
    }
    const timeline = `query ($student: ID) { allInteractions(first: 5, student: $student, orderBy: "-createdAt") {
      edges { node { __typename } } } }`;
    const { data } = await client.graphql(timeline, { student: toGlobalId('User', student.pk) });
    expect(data!['allInteractions'].edges).toHaveLength(1);
  });

  it('names each placeholder once', async () => {
    const gap = { type: 'placeholder', attrs: { label: 'next meeting' } } as const;
    const text = { type: 'doc', content: [{ type: 'paragraph', content: [gap, gap] }] } as const;
    const { note, client } = await draft(text as never);
    const answer = await client.graphql(SEND, { id: note.meetingNoteId });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Fill in “next meeting” before sending.',
      extensions: { code: 'INVALID_INPUT', fields: { body: expect.any(String) } },
    });
  });

  it('is sent only as the sender saw it: the same text, and nobody else as a recipient', async () => {
    const { student, parent, mentor: author, coMentor, note, client } = await draft();
    const send = (seen: object) =>
      client.graphql(
        `mutation ($input: SendMeetingNoteInput!) { sendMeetingNote(input: $input) { meetingNote { sent } } }`,
        { input: { meetingNoteId: note.meetingNoteId, ...seen } },
      );
    const recipientIds = [student, parent, author, coMentor].map(({ pk }) => toGlobalId('User', pk));
    const before = await mails();
    const change = { id: note.id, title: note.title, body: body('Half a sent'), version: 1 };
    expect((await client.graphql(UPDATE, { input: change })).errors).toBeUndefined();
    expect((await send({ version: 1, recipientIds })).errors?.[0]).toMatchObject({
      message: 'Not sent: someone changed this note. Read it before you send it.',
      extensions: { code: 'CONFLICT' },
    });
    const added = await createUser(app.database, { role: 'mentor' });
    await relate(app.database, student, added);
    expect((await send({ version: 2, recipientIds })).errors?.[0]).toMatchObject({
      message: 'Not sent: the recipients changed. Look at them before you send the note.',
      extensions: { code: 'CONFLICT' },
    });
    expect(codeOf(await send({ recipientIds: Array.from({ length: 201 }, () => 'x') }))).toBe(
      'INVALID_INPUT',
    );
    expect(await mails()).toEqual(before);

    const seen = { version: 2, recipientIds: [...recipientIds, toGlobalId('User', added.pk)] };
    await app.database.kysely.deleteFrom('relations').where('userPk', '=', coMentor.pk).execute();
    for (const attempt of [seen, { version: 1, recipientIds }]) {
      expect((await send(attempt)).data!['sendMeetingNote'].meetingNote.sent).toBe(true);
    }
    expect(new Set((await mails()).slice(before.length).map(({ to }) => to))).toEqual(
      new Set([student, parent, author, added].map(({ email }) => email)),
    );
  });

  it('is not sent when nobody except its author has an active account', async () => {
    const { student, parent, coMentor, note, client } = await draft();
    await app.database.kysely
      .updateTable('users')
      .set({ disabledAt: new Date() })
      .where('pk', 'in', [student.pk, parent.pk, coMentor.pk])
      .execute();
    const answer = await client.graphql(SEND, { id: note.meetingNoteId });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'There is nobody to send this note to.',
      extensions: { code: 'INVALID_INPUT', fields: { meetingNoteId: expect.any(String) } },
    });
    expect((await client.graphql(NOTE, { id: note.id })).data!['note'].meetingNote.sent).toBe(false);
  });

  it('is not sent by a mentor who was removed from the student, and keeps its recipients from them', async () => {
    const { mentor: author, note, meeting, client } = await draft();
    await app.database.kysely.deleteFrom('relations').where('userPk', '=', author.pk).execute();
    const before = await mails();
    const recipients = (of: string) =>
      client.graphql(`{ meetingNoteRecipients(${of}) { user { fullName } } }`);
    for (const answer of [
      await client.graphql(SEND, { id: note.meetingNoteId }),
      await recipients(`meetingNoteId: "${note.meetingNoteId}"`),
      await recipients(`simplybookId: ${meeting.simplybookId}`),
    ]) {
      expect(answer.errors?.[0]).toMatchObject({
        message: 'You no longer mentor this student, so you cannot send this note.',
        extensions: { code: 'FORBIDDEN' },
      });
    }
    expect(await mails()).toEqual(before);
    const read = (await client.graphql(NOTE, { id: note.id })).data!['note'];
    expect(read).toMatchObject({ permissions: ['change_note', 'delete_note'], meetingNote: { sent: false } });
  });
});

describe('the recipients of a meeting note', () => {
  const RECIPIENTS = `query ($note: ID, $booking: Int) {
    meetingNoteRecipients(meetingNoteId: $note, simplybookId: $booking) { user { pk } } }`;
  const pksOf = (answer: { data?: Record<string, unknown> | null }) =>
    (answer.data?.['meetingNoteRecipients'] as { user: { pk: number } }[] | undefined)?.map(
      ({ user }) => user.pk,
    );

  it('stay the same after sending, when other people mentor the student', async () => {
    const { student, mentor: author, note, client } = await draft();
    const variables = { note: note.meetingNoteId };
    const before = pksOf(await client.graphql(RECIPIENTS, variables));
    await client.graphql(SEND, { id: note.meetingNoteId });
    await relate(app.database, student, await createUser(app.database, { role: 'mentor' }));
    expect(pksOf(await client.graphql(RECIPIENTS, variables))).toEqual(before);
    expect(before).toContain(author.pk);
  });

  it('are for its author only', async () => {
    const { student, coMentor, note, client, mentor: author } = await draft();
    await client.graphql(SEND, { id: note.meetingNoteId });
    for (const user of [student, coMentor]) {
      const answer = await (await app.as(user)).graphql(RECIPIENTS, { note: note.meetingNoteId });
      expect(codeOf(answer)).toBe('NOT_FOUND');
    }
    const plain = await createNote(app.database, { author });
    const unknown = [toGlobalId('MeetingNote', 999_999), toGlobalId('MeetingNote', plain.pk), note.id];
    for (const id of unknown) {
      expect(codeOf(await client.graphql(RECIPIENTS, { note: id }))).toBe('NOT_FOUND');
    }
  });

  it('are asked for by the note or by the booking, not by both', async () => {
    const { note, meeting, client } = await draft();
    const both = { note: note.meetingNoteId, booking: meeting.simplybookId };
    for (const variables of [both, {}]) {
      const answer = await client.graphql(RECIPIENTS, variables);
      expect(answer.errors?.[0]).toMatchObject({
        message: 'Ask for recipients by meetingNoteId or by simplybookId.',
        extensions: { code: 'INVALID_INPUT', fields: { meetingNoteId: expect.any(String) } },
      });
    }
  });
});
