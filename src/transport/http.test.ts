import { afterEach, expect, it, vi } from 'vitest';
import { sendRest } from './http.ts';

/** Every request gets a 200 response whose body is cut off. */
function cutOffResponses() {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body);
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['data', { endpoint: 'me' }],
  ['a file', { endpoint: 'userPicture', params: { pk: 1 } }],
] as const)('a successful response with %s that is cut off is a network error', async (_, request) => {
  cutOffResponses();
  await expect(sendRest('', request, 'token')).rejects.toMatchObject({ code: 'NETWORK' });
});

it('a canceled request stays canceled', async () => {
  cutOffResponses();
  const signal = AbortSignal.abort();
  await expect(sendRest('', { endpoint: 'me' }, 'token', signal)).rejects.toThrow('terminated');
});

it.each([
  ['the picture of a person', { endpoint: 'userPicture', params: { pk: 1 } }],
  ['a screenshot', { endpoint: 'uploadScreenshot', body: new FormData() }],
] as const)('%s has minutes for a slow network', async (_, request) => {
  cutOffResponses();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await sendRest('', request, 'token').catch(() => undefined);
  expect(timeout.mock.lastCall?.[0]).toBeGreaterThan(5 * 60_000);
});
