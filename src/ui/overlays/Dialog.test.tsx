import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

/** Presses the mouse beside an open dialog. @param detail 2 for the second click of a double click */
function pressBeside(detail: number) {
  const beside = screen.getByRole('dialog');
  fireEvent.pointerDown(beside);
  fireEvent.mouseDown(beside, { detail });
  fireEvent.pointerUp(beside);
  fireEvent.mouseUp(beside, { detail });
  fireEvent.click(beside, { detail });
}

it('stays open when the second click of the double click that opened it is beside it', () => {
  const onClose = vi.fn<() => void>();
  render(<Dialog open onClose={onClose} title="Create Roadmap" />);
  pressBeside(2);
  expect(onClose).not.toHaveBeenCalled();
  pressBeside(1);
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes with Escape after a double click', () => {
  const onClose = vi.fn<() => void>();
  render(<Dialog open onClose={onClose} title="Create Roadmap" />);
  pressBeside(2);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
