/** The people and requests of the API tests about invitations. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;

/** Starts the server for the tests of a file. */
export function startInvitationTests() {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
}

let count = 0;
const newEmail = () => `invited.${++count}@gopath.example`;

export const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { cursor node {
  id pk firstName lastName email role activated state userPk } } } }`;
export const LIST = `query ($first: Int, $after: String) { allInvitedUsers(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  edges { node { id pk firstName lastName email role activated state userPk } } } }`;

/** Returns the input of a new invitation. */
export const person = (change: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Novak',
  email: newEmail(),
  role: 'student',
  ...change,
});

/** Creates a mentor who may invite, with their client. */
export async function inviter(...permissions: GlobalPermission[]) {
  const user = await createUser(app.database, { role: 'mentor', permissions });
  return { user, client: await app.as(user) };
}

/** Creates a student with their client. */
export async function student() {
  const user = await createUser(app.database, { role: 'student' });
  return { user, client: await app.as(user) };
}

/** Invites a person. */
export async function invite(client: TestClient, input: object = person()) {
  const { data, errors } = await client.graphql(CREATE, { input });
  expect(errors).toBeUndefined();
  return data?.['createUser'].user.node as { id: string; pk: number; email: string };
}

/** Reads all invitations of a person. */
export async function list(client: TestClient) {
  const { data } = await client.graphql(LIST, { first: 2_147_483_647 });
  return data?.['allInvitedUsers'].edges.map(({ node }: { node: object }) => node) as {
    email: string;
    state: string;
    activated: boolean;
    userPk: number | null;
  }[];
}

/** Returns the emails to an address, oldest first. */
export const mailsTo = (email: string) =>
  app.database.query<{ subject: string; text: string; html: string }>(
    'SELECT subject, text, html FROM mails WHERE "to" = $1 ORDER BY pk',
    [email],
  );

/** Returns the secret in the newest email. */
export async function linkOf(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return /\/invitations\/accept_invitation\/([^/\s]+)\//.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Reads the invitation of a link without signing in. */
export const look = (token: string) =>
  app.anonymous.rest<OpenInvitation>('GET', `/api/invitations/${token}/`);

/** Creates a person who can sign in with the invited email address. */
export async function holder(email: string, role: Role): Promise<TestUser> {
  const user = await createUser(app.database, { role });
  await app.database.query('UPDATE users SET email = $2 WHERE pk = $1', [user.pk, email]);
  return { ...user, email };
}

/** Accepts an invitation. */
export async function accept(user: TestUser, token: string) {
  return (await app.as(user)).rest('POST', `/api/invitations/${token}/accept/`);
}

export const resend =
  'mutation ($id: ID!) { resendInvitation(input: { id: $id }) { invitedUser { state } } }';
export const revoke = 'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { revokedId } }';
