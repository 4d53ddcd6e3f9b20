/** The family and the requests of the API tests about notes. */
import { afterAll, beforeAll } from 'vitest';
import { richText } from '#tests/factories/notes.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
export let family: Awaited<ReturnType<typeof createFamily>>;
export let mentor: TestClient;

/** Starts the server for the tests of a file, and creates a family. */
export function startNoteTests() {
  beforeAll(async () => {
    app = await startTestApp();
    family = await createFamily(app.database);
    mentor = await app.as(family.mentor);
  });
  afterAll(() => app.close());
}

export const CREATE = `mutation ($input: CreateNoteInput!) { createNote(input: $input) {
  clientMutationId
  note { id pk title body htmlBody version createdAt updatedAt isMeetingNote permissions
    user { fullName } student { pk fullName } mentor { pk } meetingNote { id } }
  noteEdge { cursor node { id } }
  meetingNote { id sent notePtr { id title body htmlBody } simplybookmeeting { id simplybookId } } } }`;
export const NOTE = `query ($id: ID!) { note(id: $id) { id title body htmlBody version permissions
  meetingNote { id sent permissions simplybookmeeting { id meetId } } } }`;

/** Returns a body with a paragraph for each line. */
export const body = (...lines: string[]) => JSON.stringify(richText(...lines));
