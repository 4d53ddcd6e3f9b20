import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draftStorage } from '#src/lib/drafts/draft-storage.ts';
import { StillSignedIn } from './StillSignedIn.tsx';

afterEach(() => draftStorage.set({ hasFailed: false }));

it('does not claim that the text is stored after a draft could not be stored', () => {
  const { container } = render(<StillSignedIn />);
  const read = () => container.textContent;
  expect(read()).toBe('You are still signed in. What you wrote is saved on this device.');
  act(() => draftStorage.set({ hasFailed: true }));
  expect(read()).toBe('You are still signed in. What you wrote is not saved on this device.');
});
