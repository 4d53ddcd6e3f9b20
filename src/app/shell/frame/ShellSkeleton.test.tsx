import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageSkeleton } from './ShellSkeleton.tsx';

test('screen readers announce that a page is loading', () => {
  render(<PageSkeleton />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});
