import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { richText } from '#tests/factories/notes.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let mentor: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
  mentor = await app.as(family.mentor);
});
afterAll(() => app.close());

const CREATE = `mutation ($input: CreateNoteInput!) { createNote(input: $input) {
  clientMutationId
  note { id pk title body htmlBody version createdAt updatedAt isMeetingNote permissions
    user { fullName } student { pk fullName } mentor { pk } meetingNote { id } }
  noteEdge { cursor node { id } }
  meetingNote { id sent notePtr { id title body htmlBody } simplybookmeeting { id simplybookId } } } }`;
const NOTE = `query ($id: ID!) { note(id: $id) { id title body htmlBody version permissions
  meetingNote { id sent permissions simplybookmeeting { id meetId } } } }`;

const body = (...lines: string[]) => JSON.stringify(richText(...lines));

describe('creating a note', () => {
  // covers: NOTE-025 NOTE-026 NOTE-027 NOTE-037 NOTE-038
  it('answers with the note and its edge, the body rendered by the server', async () => {
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
    expect((await mentor.graphql(NOTE, { id: note.id })).data?.['note']).toMatchObject({ id: note.id });
  });
});
