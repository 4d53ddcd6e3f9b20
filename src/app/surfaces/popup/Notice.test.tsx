import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { Notice } from './Notice.tsx';

const DAY_MS = 86_400_000;

it.each([
  ['the day', 0, /^Offline\. Shown as of today at \d+:\d+.[AP]M\./],
  ['the date', 12, /^Offline\. Shown as of \w{3} \d+, \d{4} at \d+:\d+.[AP]M\./],
])('names %s of data that is %i days old', (_, days, text) => {
  const cachedAt = new Date(Date.now() - days * DAY_MS);
  const error = new AppError('NETWORK', 'Offline');
  render(<Notice error={error} cachedAt={cachedAt} retrying={false} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toMatch(text);
});
