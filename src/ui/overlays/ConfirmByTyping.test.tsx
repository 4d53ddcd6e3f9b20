import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmByTyping } from './ConfirmByTyping.tsx';

const NAME = 'Zoë  O’Brien';

/** Types a name and confirms. @returns whether it was accepted */
function isAccepted(typed: string): boolean {
  const onConfirm = vi.fn<() => void>();
  const { unmount } = render(
    <ConfirmByTyping
      open
      onClose={() => undefined}
      title="Delete?"
      phrase={NAME}
      confirmLabel="Delete"
      onConfirm={onConfirm}
    />,
  );
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.submit(field);
  unmount();
  return onConfirm.mock.calls.length === 1;
}

it.each([
  ['as it is', NAME],
  ['with a straight apostrophe', "Zoë O'Brien"],
  ['with a separate accent', 'Zoe\u0308 O’Brien'],
  ['with more spaces', ' Zoë  O’Brien '],
])('accepts a name typed %s', (_, typed) => {
  expect(isAccepted(typed)).toBe(true);
});

it.each(['', 'zoë o’brien', 'Zoe O’Brien', 'Zoë OBrien', 'Zoë'])('refuses “%s”', (typed) => {
  expect(isAccepted(typed)).toBe(false);
});
