import { expect, test } from '../../test.ts';

// covers: API-018
test('a search waits until typing pauses for 300 ms, and sends one request', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await expect(page.getByRole('link', { name: 'Maya Okafor' }).first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const wanted = /"q":"([^"]+)"/.exec(request.postData() ?? '')?.[1];
    if (wanted !== undefined) asked.push(wanted);
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').pressSequentially('maya');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['maya']);
});
