import type { Page } from '@playwright/test';
import { toGlobalId } from '#shared/kernel/ids.ts';

async function authorizationOf(page: Page): Promise<{ authorization: string }> {
  const origin = new URL(page.url()).origin;
  const session = await page.request.post('/api/session/refresh/', { headers: { origin } });
  const { access_token: token } = (await session.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

/** Sends a GraphQL operation as the signed-in person of a page, for setup and checks. */
export async function graphql<Data>(page: Page, query: string, variables: object = {}): Promise<Data> {
  const headers = await authorizationOf(page);
  const response = await page.request.post('/graphql', { headers, data: { query, variables } });
  const answer = (await response.json()) as { data?: Data; errors?: { message: string }[] };
  if (answer.data === undefined || answer.errors !== undefined)
    throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

/** Sends a REST request as the signed-in person of a page. @returns the response body as text */
export async function rest(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<Buffer> {
  const headers = await authorizationOf(page);
  const response = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return response.body();
}

/** Sends a REST request with a JSON response. */
export async function restJson<Answer>(...call: Parameters<typeof rest>): Promise<Answer> {
  return JSON.parse((await rest(...call)).toString()) as Answer;
}

/** Returns a body with one paragraph per line. */
export function bodyOf(...lines: string[]): string {
  return JSON.stringify({
    type: 'doc',
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  });
}

/** A note created through the API. */
export interface MadeNote {
  id: string;
  pk: number;
  version: number;
  title: string;
}

/** Creates a note through the API; with a booking, its meeting note. */
export async function makeNote(
  page: Page,
  title: string,
  given: { text?: string; body?: string; simplybookId?: number; studentId?: string } = {},
): Promise<MadeNote> {
  const { text = 'Some text.', body = bodyOf(text), ...rest } = given;
  const { createNote } = await graphql<{ createNote: { note: MadeNote } }>(
    page,
    'mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { id pk version title } } }',
    { input: { title, body, ...rest } },
  );
  return createNote.note;
}

export interface Booking {
  simplybookId: number;
  name: string;
  client: { pk: number; fullName: string };
}

/** Finds a booked meeting of the signed-in mentor without a note. */
export async function bookingWithoutNote(page: Page): Promise<Booking> {
  for (const period of ['PAST', 'NOW', 'UPCOMING']) {
    const { bookedMeetings } = await graphql<{
      bookedMeetings: { edges: { node: Booking & { meetingNote: unknown; permissions: string[] } }[] };
    }>(
      page,
      `
        query ($period: BookedMeetingPeriod!) {
          bookedMeetings(first: 50, period: $period) {
            edges {
              node {
                simplybookId
                name
                permissions
                client {
                  pk
                  fullName
                }
                meetingNote {
                  id
                }
              }
            }
          }
        }
      `,
      { period },
    );
    const free = bookedMeetings.edges.find(
      ({ node }) => node.meetingNote === null && node.permissions.includes('add_meetingnote'),
    );
    if (free !== undefined) return free.node;
  }
  throw new Error('Every booked meeting has a note already.');
}

/** Reads the stored note. */
export async function readNote(page: Page, pk: number) {
  const { note } = await graphql<{
    note: { title: string; body: string; version: number; meetingNote: { sent: boolean } | null };
  }>(page, 'query ($id: ID!) { note(id: $id) { title body version meetingNote { sent } } }', {
    id: toGlobalId('Note', pk),
  });
  return note;
}

export async function countNotes(page: Page, title: string): Promise<number> {
  const { allNotes } = await graphql<{ allNotes: { totalCount: number } }>(
    page,
    'query ($title: String) { allNotes(first: 1, title_Icontains: $title) { totalCount } }',
    { title },
  );
  return allNotes.totalCount;
}

/** Creates an own task list of the signed-in person. */
export function makeList(page: Page, name: string): Promise<{ slug: string }> {
  return restJson(page, 'POST', '/api/lists/', { name });
}

/** Creates an alert for the demo student: their mentor adds a task. */
export async function addTaskForStudent(mentor: Page, name: string): Promise<void> {
  const { myStudents } = await graphql<{ myStudents: { pk: number; fullName: string }[] }>(
    mentor,
    '{ myStudents { pk fullName } }',
  );
  const student = myStudents.find(({ fullName }) => fullName === 'Maya Okafor');
  const list = await restJson<{ id: string }>(mentor, 'POST', '/api/lists/', {
    name: `For ${name}`,
    user_id: student?.pk,
  });
  await graphql(
    mentor,
    `
      mutation ($list: ID!, $name: String!, $body: String!) {
        createTask(input: { containingListId: $list, name: $name, body: $body, htmlBody: "" }) {
          task {
            pk
          }
        }
      }
    `,
    { list: list.id, name, body: bodyOf(name) },
  );
}

/** Makes an operation fail with coded errors. Screens show the first one. */
export async function refuseOperation(page: Page, operation: string, ...messages: string[]) {
  const named = new RegExp(` ${operation}\\b`);
  await page.route('**/graphql', async (route) => {
    if (!named.test(route.request().postData() ?? '')) return route.fallback();
    const errors = messages.map((message) => ({ message, extensions: { code: 'INVALID_INPUT' } }));
    return route.fulfill({ json: { data: null, errors } });
  });
}

/** Requests a review of the rating of the signed-in student. */
export async function requestReview(student: Page): Promise<void> {
  await graphql(
    student,
    'mutation { createRequestForStudentProfileRatingReview(input: {}) { clientMutationId } }',
  );
}
