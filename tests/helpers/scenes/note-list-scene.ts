/** The list of notes in the API tests about it. */
import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;

/** Starts the server for the tests of a file. */
export function startNoteListTests() {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
}

export const LIST = `query ($count: Int!, $after: String, $user: ID, $student: ID, $kind: NoteKind, $title: String, $body: String, $tq: String,
  $bq: String, $orderBy: String, $includeSelf: Boolean, $includeOthers: Boolean) {
  allNotes(first: $count, after: $after, user: $user, student: $student, kind: $kind, title_Icontains: $title,
    body_Icontains: $body, tq: $tq, bq: $bq, orderBy: $orderBy, includeSelf: $includeSelf,
    includeOthers: $includeOthers) {
    totalCount totalCountIsExact pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    edges { cursor node { id pk title htmlBody user { pk } student { fullName } mentor { fullName }
      createdAt updatedAt meetingNote { sent } permissions } } } }`;

export interface Listed {
  totalCount: number;
  totalCountIsExact: boolean;
  pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
  edges: { cursor: string; node: ListedNode }[];
}

/** A note of the list. */
export interface ListedNode {
  id: string;
  pk: number;
  title: string;
  user: { pk: number };
  student: { fullName: string } | null;
  mentor: { fullName: string } | null;
  createdAt: string;
  updatedAt: string;
  meetingNote: { sent: boolean } | null;
}

/** Reads a page of the list. */
export async function list(client: TestClient, variables: object = {}): Promise<Listed> {
  const answer = await client.graphql(LIST, { count: 10, ...variables });
  expect(answer.errors).toBeUndefined();
  return answer.data!['allNotes'];
}

/** Returns the titles of a page, in order. */
export const titles = (page: Listed) => page.edges.map((edge) => edge.node.title);

/** Sorts texts by their code units, without a locale. */
export const alphabetically = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));
