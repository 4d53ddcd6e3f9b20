import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import { enoughRelated, MAX_RELATED } from '#shared/users/relations.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let count = 0;
const newEmail = () => `invited.${++count}@gopath.example`;

const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { cursor node {
  id pk firstName lastName email role activated state userPk } } } }`;
const LIST = `query ($first: Int, $after: String) { allInvitedUsers(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  edges { node { id pk firstName lastName email role activated state userPk } } } }`;

const person = (change: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Novak',
  email: newEmail(),
  role: 'student',
  ...change,
});

async function inviter(...permissions: GlobalPermission[]) {
  const user = await createUser(app.database, { role: 'mentor', permissions });
  return { user, client: await app.as(user) };
}

async function student() {
  const user = await createUser(app.database, { role: 'student' });
  return { user, client: await app.as(user) };
}

async function invite(client: TestClient, input: object = person()) {
  const { data, errors } = await client.graphql(CREATE, { input });
  expect(errors).toBeUndefined();
  return data?.['createUser'].user.node as { id: string; pk: number; email: string };
}

async function refusal(client: TestClient, input: object) {
  const { errors } = await client.graphql(CREATE, { input });
  return errors?.[0]?.extensions;
}

async function list(client: TestClient) {
  const { data } = await client.graphql(LIST, { first: 2_147_483_647 });
  return data?.['allInvitedUsers'].edges.map(({ node }: { node: object }) => node) as {
    email: string;
    state: string;
    activated: boolean;
    userPk: number | null;
  }[];
}

const mailsTo = (email: string) =>
  app.database.query<{ subject: string; text: string; html: string }>(
    'SELECT subject, text, html FROM mails WHERE "to" = $1 ORDER BY pk',
    [email],
  );

/** Returns the secret in the newest email. */
async function linkOf(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return /\/invitations\/accept_invitation\/([^/\s]+)\//.exec(mail?.text ?? '')?.[1] ?? '';
}

const look = (token: string) => app.anonymous.rest<OpenInvitation>('GET', `/api/invitations/${token}/`);

/** Creates a person who can sign in with the invited email address. */
async function holder(email: string, role: Role): Promise<TestUser> {
  const user = await createUser(app.database, { role });
  await app.database.query('UPDATE users SET email = $2 WHERE pk = $1', [user.pk, email]);
  return { ...user, email };
}

async function accept(user: TestUser, token: string) {
  return (await app.as(user)).rest('POST', `/api/invitations/${token}/accept/`);
}

const resend = 'mutation ($id: ID!) { resendInvitation(input: { id: $id }) { invitedUser { state } } }';
const revoke = 'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { revokedId } }';
const daysLater = (days: number) => app.clock.set(new Date(Date.now() + days * 86_400_000));

describe('inviting', () => {
  // covers: INV-007 INV-014 INV-016
  it('returns the edge of the invited user, who is first in the list', async () => {
    const { client } = await inviter('users.add_student');
    await invite(client);
    const given = person({ firstName: 'Noé', lastName: '李' });
    const { data } = await client.graphql(CREATE, { input: given });
    const { cursor, node } = data?.['createUser'].user ?? {};
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(node).toEqual({
      ...given,
      id: toGlobalId('InvitedUser', node.pk),
      pk: node.pk,
      activated: false,
      state: 'INVITED',
      userPk: null,
    });
    const all = await list(client);
    expect(all).toHaveLength(2);
    expect(all[0]).toEqual(node);
  });

  // covers: INV-004 INV-005 INV-011 INV-012 INV-013
  it('is allowed as the role of each permission, and students may invite parents', async () => {
    for (const role of ['student', 'parent', 'mentor'] as const) {
      const { client } = await inviter(`users.add_${role}`);
      for (const wanted of ['student', 'parent', 'mentor'] as const) {
        const { errors } = await client.graphql(CREATE, { input: person({ role: wanted }) });
        expect(errors?.[0]?.extensions?.code, `${role} ${wanted}`).toBe(
          role === wanted ? undefined : 'FORBIDDEN',
        );
      }
    }
    const { client } = await student();
    await invite(client, person({ role: 'parent' }));
    expect(await refusal(client, person({ role: 'student' }))).toMatchObject({ code: 'FORBIDDEN' });
    const nobody = await app.as(await createUser(app.database, { role: 'mentor' }));
    expect(await refusal(nobody, person())).toMatchObject({ code: 'NOT_FOUND' });
    expect((await nobody.graphql(LIST)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  // covers: INV-008 INV-009 INV-010 INV-015
  it('needs both names, a valid address and a known role', async () => {
    const { client } = await inviter('users.add_student', 'users.add_parent', 'users.add_mentor');
    const fields = async (change: object) =>
      Object.keys((await refusal(client, person(change)))?.fields ?? {});
    for (const text of ['', '   ', 'a\u0000b', 'x'.repeat(101), 'a\nb', '\u202egnirts', '\ud800']) {
      expect(await fields({ firstName: text }), JSON.stringify(text)).toEqual(['firstName']);
      expect(await fields({ lastName: text }), JSON.stringify(text)).toEqual(['lastName']);
    }
    for (const text of [
      '',
      'nobody',
      'a@b',
      'ü@ö.example',
      `${'x'.repeat(250)}@y.example`,
      'a@b.co\r\nBcc: c@d.co',
    ]) {
      expect(await fields({ email: text }), JSON.stringify(text)).toEqual(['email']);
    }
    expect(await fields({ role: 'staff' })).toEqual(['role']);
    expect((await client.graphql(CREATE, { input: { ...person(), role: undefined } })).errors).toBeDefined();
  });

  it('is done once, however often it is asked for with the same key', async () => {
    const { client } = await inviter('users.add_student');
    const input = { ...person(), idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.graphql(CREATE, { input })));
    const pks = answers.map(({ data }) => data?.['createUser'].user.node.pk as number);
    expect(new Set(pks).size).toBe(1);
    expect(await mailsTo(input.email)).toHaveLength(1);
  });

  it('rejects a second invitation of an address, and one to the inviter', async () => {
    const { user, client } = await inviter('users.add_student', 'users.add_parent');
    const { email } = await invite(client);
    expect(
      (await refusal(client, person({ email: email.toUpperCase(), role: 'parent' })))?.fields,
    ).toHaveProperty('email');
    expect((await refusal(client, person({ email: user.email })))?.fields).toHaveProperty('email');
  });

  it('emails the inviter and the role, nothing that the inviter typed, and no name in the subject', async () => {
    const { user, client } = await student();
    const { email } = await invite(client, person({ firstName: 'Prize winner', role: 'parent' }));
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('You’re invited to GoPath');
    expect(mail?.text).toContain(`${user.fullName} invites you to GoPath as their parent`);
    expect(mail?.text).not.toContain('Prize');
    expect(mail?.html).not.toContain('Prize');
    const rows = await app.database.query<{ hash: string }>('SELECT token_hash AS hash FROM invitations');
    expect(rows.map(({ hash }) => hash)).not.toContain(await linkOf(email));
  });

  it('takes a student’s invites one by one, also twenty in parallel, and returns them', async () => {
    const { client } = await student();
    const remaining = async () => (await client.rest('GET', '/api/me/')).body.invites_remaining as number;
    expect(await remaining()).toBe(4);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.graphql(CREATE, { input: person({ role: 'parent' }) })),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(4);
    expect(await remaining()).toBe(0);
    expect(await refusal(client, person({ role: 'parent' }))).toMatchObject({ code: 'FORBIDDEN' });
    const [first] = (await list(client)) as unknown as { id: string }[];
    await client.graphql(revoke, { id: first?.id });
    expect(await remaining()).toBe(1);
    expect(await list(client)).toHaveLength(3);
    await client.graphql(revoke, { id: first?.id });
    expect(await remaining()).toBe(1);
  });

  it('shows nobody that an address has an account', async () => {
    const { client } = await inviter('users.add_parent');
    const known = await createUser(app.database, { role: 'parent' });
    const answer = await client.graphql(CREATE, { input: person({ email: known.email, role: 'parent' }) });
    expect(answer.data?.['createUser'].user.node).toMatchObject({ state: 'INVITED', userPk: null });
    expect(await mailsTo(known.email)).toHaveLength(1);
  });

  it('pages by cursor, newest first', async () => {
    const { client } = await inviter('users.add_mentor');
    for (let made = 0; made < 5; made++) await invite(client, person({ role: 'mentor' }));
    const all = await list(client);
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const { data } = (await client.graphql(LIST, { first: 2, after })) as { data: Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any
      const { edges, pageInfo, totalCount } = data['allInvitedUsers'];
      expect(totalCount).toBe(5);
      seen.push(...edges.map(({ node }: { node: object }) => node));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(all);
    for (const cursor of ['x', 'W10', Buffer.from('["a",1]').toString('base64url')]) {
      const { errors } = await client.graphql(LIST, { after: cursor });
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
  });
});

describe('an invitation', () => {
  it('is its inviter’s alone', async () => {
    const { client } = await inviter('users.add_student');
    const { id } = await invite(client);
    const { client: other } = await inviter('users.add_student');
    for (const mutation of [resend, revoke]) {
      for (const wrong of [id, toGlobalId('InvitedUser', 999_999), toGlobalId('User', 1), 'x', '']) {
        const { errors } = await other.graphql(mutation, { id: wrong });
        expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      }
    }
    expect(await list(other)).toEqual([]);
  });

  it('is sent again with a new link, a few times an hour, and the old link dies', async () => {
    const { client } = await inviter('users.add_student');
    const { id, email } = await invite(client);
    const old = await linkOf(email);
    const answers = [];
    for (let tries = 0; tries < 8; tries++) answers.push(await client.graphql(resend, { id }));
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions?.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(4);
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(await mailsTo(email)).toHaveLength(5);
    expect((await look(old)).status).toBe(404);
    expect((await look(await linkOf(email))).status).toBe(200);
  });

  it('runs out after 7 days and can be sent again', async () => {
    const { client } = await inviter('users.add_student');
    const { id, email } = await invite(client);
    const token = await linkOf(email);
    try {
      daysLater(6.9);
      expect((await look(token)).status).toBe(200);
      daysLater(7.1);
      expect((await look(token)).status).toBe(404);
      expect((await list(client))[0]).toMatchObject({ state: 'EXPIRED', activated: false });
      expect((await accept(await holder(email, 'student'), token)).status).toBe(404);
      await client.graphql(resend, { id });
      expect((await look(await linkOf(email))).status).toBe(200);
      expect((await list(client))[0]).toMatchObject({ state: 'INVITED' });
    } finally {
      app.clock.set(new Date());
    }
  });

  it('dies with the right to make it, and with its inviter’s account', async () => {
    const { user, client } = await inviter('users.add_student');
    const { email } = await invite(client);
    const token = await linkOf(email);
    await app.database.query('DELETE FROM user_permissions WHERE user_pk = $1', [user.pk]);
    expect((await look(token)).status).toBe(404);
    const pupil = await student();
    const { email: parent } = await invite(pupil.client, person({ role: 'parent' }));
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [pupil.user.pk]);
    expect((await look(await linkOf(parent))).status).toBe(404);
  });

  // covers: AUTH-014
  it('shows its inviter and role to anyone with the link; every other link looks the same', async () => {
    const { user, client } = await inviter('users.add_student');
    const { email, id } = await invite(client);
    const token = await linkOf(email);
    const seen = await look(token);
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.body).toEqual({
      inviter: user.fullName,
      inviter_role: 'mentor',
      role: 'student',
      email,
      way: 'password',
      is_new: false,
    });
    await client.graphql(revoke, { id });
    const used = await invite(client);
    const usedToken = await linkOf(used.email);
    expect((await accept(await holder(used.email, 'student'), usedToken)).status).toBe(204);
    const answers = [];
    for (const dead of [token, usedToken, 'x'.repeat(43), 'x', '%00', '..%2F']) {
      const { status, body } = await look(dead);
      answers.push(JSON.stringify({ status, body }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('404');
  });

  it('is not found by guessing: after some tries nothing is answered', async () => {
    await app.database.query("DELETE FROM rate_limits WHERE key LIKE 'invitation-link%'");
    const answers = [];
    for (let tries = 0; tries < 33; tries++) answers.push((await look('y'.repeat(43))).status);
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404));
    expect(answers.slice(30)).toEqual([429, 429, 429]);
    await app.database.query("DELETE FROM rate_limits WHERE key LIKE 'invitation-link%'");
  });
});

describe('accepting with an existing account', () => {
  const relations = (pk: number) =>
    app.database.query(
      'SELECT student_pk AS student, user_pk AS "user", kind FROM relations WHERE student_pk = $1 OR user_pk = $1',
      [pk],
    );

  it('makes a mentor’s student, a student’s parent, and no relation for others', async () => {
    const mentor = await inviter('users.add_student', 'users.add_parent', 'users.add_mentor');
    const pupil = await student();
    const cases = [
      [mentor, 'student', true],
      [mentor, 'parent', false],
      [mentor, 'mentor', false],
      [pupil, 'parent', true],
    ] as const;
    for (const [by, role, isRelated] of cases) {
      const { email } = await invite(by.client, person({ role }));
      const user = await holder(email, role);
      expect((await look(await linkOf(email))).body.way).toBe('sign_in');
      expect((await accept(user, await linkOf(email))).status).toBe(204);
      const expected =
        by === pupil
          ? { student: pupil.user.pk, user: user.pk, kind: 'parent' }
          : { student: user.pk, user: mentor.user.pk, kind: 'mentor' };
      expect(await relations(user.pk)).toEqual(isRelated ? [expected] : []);
      expect((await list(by.client)).find((one) => one.email === email)).toMatchObject({
        activated: true,
        state: 'ACTIVATED',
        userPk: isRelated ? user.pk : null,
      });
    }
  });

  it('is refused when the student has the maximum number of mentors or parents, and works after one is removed', async () => {
    const { client } = await inviter('users.add_student');
    const { email } = await invite(client);
    const invited = await holder(email, 'student');
    const pupil = await student();
    const child = await invite(pupil.client, person({ role: 'parent' }));
    const parent = await holder(child.email, 'parent');
    const full = [
      [invited, 'mentor', await linkOf(email), invited],
      [pupil.user, 'parent', await linkOf(child.email), parent],
    ] as const;
    for (const [studentUser, kind, token, accepting] of full) {
      const others: TestUser[] = [];
      for (let count = 0; count < MAX_RELATED[kind]; count++) {
        const other = await createUser(app.database, { role: kind });
        await relate(app.database, studentUser, other);
        others.push(other);
      }
      expect(await accept(accepting, token)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', detail: enoughRelated(kind) },
      });
      expect(await relations(studentUser.pk)).toHaveLength(MAX_RELATED[kind]);
      await app.database.query('DELETE FROM relations WHERE user_pk = $1', [others[0]?.pk]);
      expect((await accept(accepting, token)).status).toBe(204);
      expect(await relations(studentUser.pk)).toHaveLength(MAX_RELATED[kind]);
    }
  });

  it('works once, also when fifty come at the same time, and never together with revoking', async () => {
    const { user, client } = await inviter('users.add_student');
    const { email, id } = await invite(client);
    const token = await linkOf(email);
    const invited = await holder(email, 'student');
    await app.database.query("DELETE FROM rate_limits WHERE key LIKE 'invitation-link%'");
    const answers = await Promise.all([
      ...Array.from({ length: 25 }, () => accept(invited, token)),
      client.graphql(revoke, { id }).then(() => ({ status: 0 })),
      ...Array.from({ length: 25 }, () => accept(invited, token)),
    ]);
    const accepted = answers.filter(({ status }) => status === 204).length;
    const [row] = await app.database.query<{ accepted: boolean; revoked: boolean }>(
      'SELECT accepted_at IS NOT NULL AS accepted, revoked_at IS NOT NULL AS revoked FROM invitations WHERE inviter_pk = $1',
      [user.pk],
    );
    expect(row?.accepted).not.toBe(row?.revoked);
    expect(accepted > 0).toBe(row?.accepted);
    expect(await relations(invited.pk)).toHaveLength(row?.accepted === true ? 1 : 0);
    await app.database.query("DELETE FROM rate_limits WHERE key LIKE 'invitation-link%'");
  });

  it('is for the invited address and kind of account', async () => {
    const { client } = await inviter('users.add_parent');
    const { email } = await invite(client, person({ role: 'parent' }));
    const token = await linkOf(email);
    expect(await accept(await createUser(app.database, { role: 'parent' }), token)).toMatchObject({
      status: 409,
    });
    expect(await accept(await holder(email, 'mentor'), token)).toMatchObject({ status: 409 });
    expect((await app.anonymous.rest('POST', `/api/invitations/${token}/accept/`)).status).toBe(401);
    expect((await look(token)).status).toBe(200);
  });

  it('tells the inviter, once', async () => {
    const { client } = await inviter('users.add_student');
    const { email } = await invite(client);
    const invited = await holder(email, 'student');
    await accept(invited, await linkOf(email));
    await app.app.jobs.runDue();
    const feed = await client.rest('GET', '/api/alerts/');
    expect(feed.body.alerts).toHaveLength(1);
    expect(feed.body.alerts[0]).toMatchObject({
      kind: 'invitation_accepted',
      title: `${invited.fullName} accepted your invitation`,
      path: `/users/${invited.pk}/`,
      reason: 'You get this because you invited this person.',
    });
  });
});

it('an accepted invitation cannot be sent again or revoked', async () => {
  const { client } = await inviter('users.add_student');
  const { id, email } = await invite(client);
  await accept(await holder(email, 'student'), await linkOf(email));
  for (const mutation of [resend, revoke]) {
    expect((await client.graphql(mutation, { id })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
  }
});
