import { expect, it } from 'vitest';
import { RECOVERY_CODES } from '#shared/account/schema.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { app, scene, startPasskeyTests } from '#tests/helpers/scenes/passkeys.ts';

startPasskeyTests();

it('recovery codes that are renewed twice at once are those of one renewal', async () => {
  const { person, token } = await scene.createSecured();
  const renew = () =>
    scene.call(token, 'POST', '/api/account/second_factor/recovery_codes/', {
      current_password: person.password,
    });
  const locked = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const reader = app.database.transaction(async () => {
    await app.database.query('SELECT FROM recovery_codes FOR UPDATE');
    locked.resolve();
    await commit.promise;
  });
  await locked.promise;
  const renewals = [renew(), renew()];
  await waitForLock(app.database, renewals.length);
  commit.resolve();
  await reader;
  expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual([200, 200]);
  const { second_factor: codes } = await scene.accountOf(token);
  expect(codes?.recovery_codes_left).toBe(RECOVERY_CODES);
});
