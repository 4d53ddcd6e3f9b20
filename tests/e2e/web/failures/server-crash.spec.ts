import { expect, test } from '@playwright/test';
import { measureCrashes } from '../../../durability/server-crash.ts';

test('writes acknowledged before a kill are kept, and a retry makes no second note', async () => {
  // Three starts, the first with an empty data folder: over a minute on a busy machine.
  test.setTimeout(300_000);
  const figures = await measureCrashes(2);
  expect(figures).toMatchObject({ lost: 0, duplicated: 0 });
  expect(figures.acknowledged).toBeGreaterThan(0);
});
