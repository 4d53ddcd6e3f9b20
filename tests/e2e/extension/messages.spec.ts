import path from 'node:path';
import type { Page } from '@playwright/test';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { expect, test } from './extension-test.ts';

const ME = { gopath: 'rest', input: { id: '1', endpoint: 'me' } };

test('the worker responds to our own pages only, and forwards our own requests only', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  const ask = async (page: Page, message: unknown) =>
    page.evaluate((sent) => chrome.runtime.sendMessage(sent), message) as Promise<Record<string, unknown>>;
  const refused = { error: { code: 'FORBIDDEN', message: expect.any(String) } };

  // An address of our origin that is not one of our pages.
  expect(await ask(await extension.backstage(), ME)).toEqual(refused);

  const popup = await extension.open('popup');
  expect(await ask(popup, ME)).toMatchObject({ data: { full_name: 'Elena Marsh' } });
  const forbidden = [
    { gopath: 'set_server', input: { address: 'https://evil.example' } },
    { gopath: 'graphql', input: { id: '1', query: '{ me { pk } }', variables: {} } },
    { gopath: 'rest', input: { id: '1', endpoint: '../oidc/token' } },
    { gopath: 'rest', input: { id: '1', endpoint: 'toString' } },
    { gopath: 'rest', input: { id: '1', endpoint: 'me', search: { a: {} } } },
    { gopath: 'constructor', input: null },
    { gopath: 'rest', input: null },
    {},
    null,
  ];
  for (const message of forbidden) {
    expect(await ask(popup, message), JSON.stringify(message)).toEqual(refused);
  }
});

test('a web page and another extension cannot reach the worker', async ({ server, problems }) => {
  expect(problems).toEqual([]);
  const stranger = path.resolve(import.meta.dirname, '../../helpers/browser/stranger-extension');
  const extension = await ExtensionBrowser.launch(server.url, { extra: [stranger] });
  try {
    const answer = await extension.askAsStranger(ME);
    expect(answer).toMatch(/Receiving end does not exist|Could not establish connection/);
    const page = await extension.context.newPage();
    await page.goto(server.url);
    expect(await page.evaluate(() => typeof chrome === 'undefined' || chrome.runtime === undefined)).toBe(
      true,
    );
  } finally {
    await extension.close();
  }
});
