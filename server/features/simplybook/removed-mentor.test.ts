import { expect, it } from 'vitest';
import { createUser, relate } from '#tests/factories/users.ts';
import {
  alertsOf,
  app,
  double,
  family,
  mailsTo,
  meetings,
  providerId,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';

startSimplybookTests();

it('gives the canceled meeting of a removed mentor to no sibling while it is still booked there', async () => {
  double.addBooking({
    provider_id: providerId,
    client_id: double.addClient(family.parent.email),
    start_datetime: '2026-11-02 09:30:00',
  });
  await run();
  const sibling = await createUser(app.database);
  await relate(app.database, sibling, family.parent);
  await relate(app.database, sibling, family.mentor);
  await removeUser(app, family.student, family.mentor);
  double.failWith = 503;
  await app.app.jobs.runDue();
  double.failWith = null;
  await run();
  expect(await meetings()).toMatchObject([{ status: 'canceled', client_pk: family.student.pk }]);
  expect([await mailsTo(sibling), await alertsOf(sibling)]).toEqual([[], []]);
});
