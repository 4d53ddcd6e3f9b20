import { describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { createUser, relate } from '#tests/factories/users.ts';
import {
  accept,
  app,
  CREATE,
  holder,
  invite,
  inviter,
  LIST,
  linkOf,
  list,
  look,
  mailsTo,
  person,
  resend,
  revoke,
  startInvitationTests,
  student,
} from '#tests/helpers/scenes/invitation-scene.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';

startInvitationTests();

async function refusal(client: TestClient, input: object) {
  const { errors } = await client.graphql(CREATE, { input });
  return errors?.[0]?.extensions;
}

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

  it('rejects one to a relative of the inviter, without using an invite', async () => {
    const { user, client } = await student();
    const parent = await createUser(app.database, { role: 'parent' });
    await relate(app.database, user, parent);
    const remaining = async () => (await client.rest('GET', '/api/me/')).body.invites_remaining as number;
    const before = await remaining();
    expect(
      await refusal(client, person({ email: parent.email.toUpperCase(), role: 'parent' })),
    ).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { email: 'You are already connected with this person' },
    });
    expect(await remaining()).toBe(before);
    expect(await mailsTo(parent.email)).toEqual([]);
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

  it('that was revoked in another window was not accepted', async () => {
    const { client } = await inviter('users.add_student');
    for (const mutation of [resend, revoke]) {
      const { id, email } = await invite(client);
      const isRevoked = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const revocation = app.database.transaction(async () => {
        await app.database.query('UPDATE invitations SET revoked_at = now() WHERE email = $1', [email]);
        isRevoked.resolve();
        await commit.promise;
      });
      await isRevoked.promise;
      const answer = client.graphql(mutation, { id });
      await waitForLock(app.database);
      commit.resolve();
      await revocation;
      expect(codeOf(await answer)).toBe('NOT_FOUND');
    }
  });

  it('is sent again with a new link, a few times an hour, and the old link stops working', async () => {
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

  it('expires after 7 days and can be sent again', async () => {
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

  it('stops working when the inviter loses the permission or the account', async () => {
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
