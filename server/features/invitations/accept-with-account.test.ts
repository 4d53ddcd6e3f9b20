import { describe, expect, it } from 'vitest';
import { enoughRelated, MAX_RELATED } from '#shared/users/relations.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import {
  accept,
  app,
  holder,
  invite,
  inviter,
  linkOf,
  list,
  look,
  person,
  resend,
  revoke,
  startInvitationTests,
  student,
} from '#tests/helpers/scenes/invitation-scene.ts';

startInvitationTests();

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

  it('notifies the inviter once', async () => {
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
