import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { AppError } from '#shared/kernel/errors.ts';

vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example:8443');
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { Notice } = await import('./Notice.tsx');

const DAY_MS = 86_400_000;
const offline = new AppError('NETWORK', 'Offline');
const contains = vi.fn<(permission: object) => Promise<boolean>>();
const request = vi.fn<(permission: object) => Promise<boolean>>();

beforeEach(() => {
  fakeBrowser.reset();
  contains.mockReset().mockResolvedValue(true);
  request.mockReset();
  Object.assign(fakeBrowser, { permissions: { contains, request } });
});

async function show(
  error: Error,
  { cachedAt = null, onRetry = () => undefined }: { cachedAt?: Date | null; onRetry?: () => void } = {},
) {
  await act(async () => {
    render(<Notice error={error} cachedAt={cachedAt} retrying={false} onRetry={onRetry} />);
  });
}

it.each([
  ['the day', 0, /^Offline\. Shown as of today at \d+:\d+.[AP]M\./],
  ['the date', 12, /^Offline\. Shown as of \w{3} \d+, \d{4} at \d+:\d+.[AP]M\./],
])('names %s of data that is %i days old', async (_, days, text) => {
  await show(offline, { cachedAt: new Date(Date.now() - days * DAY_MS) });
  expect(screen.getByRole('status').textContent).toMatch(text);
});

it('asks for access when the browser blocks the server, and loads again once it is allowed', async () => {
  contains.mockResolvedValue(false);
  const onRetry = vi.fn<() => void>();
  await show(offline, { onRetry });
  expect(contains).toHaveBeenCalledWith({ origins: ['https://gopath.example:8443/*'] });
  expect(screen.getByRole('status').textContent).toContain(
    'Your browser does not let GoPath reach gopath.example:8443.',
  );

  request.mockResolvedValueOnce(false);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Allow access' })));
  expect(screen.getByRole('status').textContent).toContain('The browser did not allow this address.');
  expect(onRetry).not.toHaveBeenCalled();

  request.mockResolvedValueOnce(true);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Allow access' })));
  expect(request).toHaveBeenLastCalledWith({ origins: ['https://gopath.example/*'] });
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('does not blame the browser for an error of the server', async () => {
  contains.mockResolvedValue(false);
  await show(new AppError('INTERNAL', 'Something went wrong.'));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
