/** Crash reports with the library of an error-reporting service. */
import { expect, ignoreErrors, test } from '../../test.ts';

const BROKEN_PAGE = `export function Component() { throw new TypeError('Dear Maya, secret'); }`;

// covers: SHEL-044
test('sends page loads and crashes through our own server, without personal data', async ({
  signedIn,
  problems,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const envelopes: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  // Half of the page loads are sent: this one is.
  await page.addInitScript('Math.random = () => 0.1; crypto.getRandomValues = (values) => values.fill(7);');
  await page.route('**/api/monitoring/', async (route) => {
    envelopes.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  await page.route('**/api/me/', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as object;
    await route.fulfill({ response, json: { ...me, monitoring_dsn: 'https://key@monitoring.example/1' } });
  });
  await page.route('**/assets/notes-list-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: BROKEN_PAGE }),
  );
  await page.goto('/students/?search=Maya');
  const isPageLoadSent = () => envelopes.some((envelope) => envelope.includes('"type":"transaction"'));
  // The library sends it when the page is quiet, at the latest after 30 s.
  await expect.poll(isPageLoadSent, { timeout: 45_000 }).toBe(true);

  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'GoPath had to quit because of a problem.' })).toBeVisible();
  await expect.poll(() => envelopes.some((envelope) => envelope.includes('"TypeError"'))).toBe(true);
  expect(envelopes.join('\n')).not.toMatch(/Maya|secret|search=|gopath\.example/);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  ignoreErrors(problems);
});
