import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import {
  app,
  Browser,
  family,
  HOUR,
  meet,
  roomOf,
  startRoomTests,
} from '#tests/helpers/scenes/room-scene.ts';

const SECRET = 'x'.repeat(32);

startRoomTests({ JITSI_DOMAIN: 'meet.example', JITSI_APP_ID: 'gopath', JITSI_APP_SECRET: SECRET });

/** Asks for the video. @returns the address and the claims of the token; null when it was refused */
async function askForVideo(browser: Browser) {
  const count = () => browser.events.filter(({ type }) => type === 'video' || type === 'error').length;
  const before = count();
  browser.send({ type: 'video' });
  await browser.until(() => (count() > before ? true : undefined));
  const answer = browser.events.findLast(({ type }) => type === 'video' || type === 'error');
  if (answer?.type !== 'video') return null;
  const { payload } = await jwtVerify(answer.token ?? '', Buffer.from(SECRET));
  return { url: answer.url, token: answer.token, payload };
}

describe('a meeting on a Jitsi server', () => {
  it.each([
    [2 * HOUR, 'early'],
    [0, 'open'],
    [-3 * HOUR, 'closed'],
    [-48 * HOUR, 'over'],
  ])('%i ms after now shows neither its address nor a token to people outside (%s)', async (start, state) => {
    const { meetId } = await meet(start);
    for (const user of [family.mentor, family.student, family.parent]) {
      const { body } = await roomOf(user, meetId);
      expect(body).toMatchObject({ state });
      expect(body.video).toEqual({
        kind: 'jitsi',
        domain: 'meet.example',
        script: 'https://meet.example/external_api.js',
      });
    }
  });

  it('gives people who are in the room a token for the next five minutes', async () => {
    const { meetId } = await meet();
    const [mentor, parent] = [
      await Browser.join(family.mentor, meetId),
      await Browser.join(family.parent, meetId),
    ];
    const access = await askForVideo(mentor);
    expect(access?.url).toBe(`https://meet.example/${meetId}?jwt=${access?.token}`);
    expect(access?.payload).toMatchObject({ iss: 'gopath', aud: 'jitsi', sub: 'meet.example', room: meetId });
    expect(access?.payload).toMatchObject({
      moderator: true,
      context: { user: { name: family.mentor.fullName } },
    });
    const { nbf = 0, exp = 0 } = access?.payload ?? {};
    const now = Date.now() / 1000;
    expect(nbf).toBeGreaterThan(now - 120);
    expect(nbf).toBeLessThanOrEqual(now);
    expect(exp).toBeGreaterThan(now + 200);
    expect(exp).toBeLessThanOrEqual(now + 300);
    expect((await askForVideo(parent))?.payload).toMatchObject({ moderator: false });
  });

  it('gives late people nothing until they are let in', async () => {
    const { meetId } = await meet(-3 * HOUR);
    const student = await Browser.join(family.student, meetId);
    expect(await askForVideo(student)).toBeNull();
    const mentor = await Browser.join(family.mentor, meetId);
    await mentor.peers((list) => list.length === 2);
    mentor.send({ type: 'admit', peer: student.seat.peer_id });
    await student.peers((list) => list.length === 2);
    expect((await askForVideo(student))?.payload).toMatchObject({ room: meetId, moderator: false });
  });

  it('gives people in the room nothing after they may no longer join', async () => {
    const people = await createFamily(app.database);
    const { meetId } = await meet(0, people);
    const parent = await Browser.join(people.parent, meetId);
    expect(await askForVideo(parent)).not.toBeNull();
    await app.database.query(
      `UPDATE users SET birthday = '1990-01-01', keeps_parents_out = true WHERE pk = $1`,
      [people.student.pk],
    );
    expect(await askForVideo(parent)).toBeNull();
  });
});
