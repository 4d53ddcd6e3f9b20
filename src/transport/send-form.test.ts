import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendForm } from './send-form.ts';

/** A request whose upload the test advances. */
class SlowRequest extends EventTarget {
  static last: SlowRequest;
  upload = new EventTarget();
  status = 200;
  response = '{}';
  constructor() {
    super();
    SlowRequest.last = this;
  }
  /** The limit of the whole request. */
  set timeout(milliseconds: number) {
    setTimeout(() => this.dispatchEvent(new Event('timeout')), milliseconds);
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upload = (onSent = () => {}) =>
  sendForm('/', { method: 'PUT', body: new FormData(), token: '', onSent });

it('an upload takes as long as it makes progress', async () => {
  const onSent = vi.fn<() => void>();
  const sent = upload(onSent);
  for (let at = 0; at < 10; at += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    SlowRequest.last.upload.dispatchEvent(new Event('progress'));
  }
  SlowRequest.last.dispatchEvent(new Event('load'));
  expect((await sent).status).toBe(200);
  expect(onSent).toHaveBeenCalledTimes(10);
});

it('an upload without progress for a minute is a network error', async () => {
  const failed = upload().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failed).toMatchObject({ code: 'NETWORK' });
});
