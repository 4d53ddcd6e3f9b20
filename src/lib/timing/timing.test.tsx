import { act, render, renderHook } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebounced } from './useDebounced.ts';
import { useFocusSoon } from './useFocusSoon.ts';
import { useReturnFocus } from './useReturnFocus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// covers: FORM-019
test('a debounced call runs once, 300 ms after the last one, and never after the component unmounted', () => {
  const calls: string[] = [];
  const { result, unmount } = renderHook(() => useDebounced((text: string) => calls.push(text)));
  result.current('m');
  vi.advanceTimersByTime(299);
  result.current('ma');
  vi.advanceTimersByTime(299);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['ma']);
  result.current('may');
  unmount();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['ma']);
});

function Opened() {
  const input = useRef<HTMLInputElement>(null);
  useFocusSoon(input);
  return <input ref={input} />;
}

// covers: FORM-020
test('a field takes focus 100 ms after it appears', () => {
  const { container } = render(<Opened />);
  act(() => void vi.advanceTimersByTime(99));
  expect(document.activeElement).toBe(document.body);
  act(() => void vi.advanceTimersByTime(1));
  expect(document.activeElement).toBe(container.querySelector('input'));
});

function Editable({ isOpen }: { isOpen: boolean }) {
  const opener = useReturnFocus(isOpen);
  return (
    <>
      {isOpen ? <input data-testid="editor" /> : <button ref={opener}>Edit</button>}
      <button>Other</button>
    </>
  );
}

test('the focus returns to the button of a closed editor, unless something else has it', () => {
  const { rerender, getByText, getByTestId } = render(<Editable isOpen={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Editable isOpen />);
  getByTestId('editor').focus();
  rerender(<Editable isOpen={false} />);
  expect(document.activeElement).toBe(getByText('Edit'));

  rerender(<Editable isOpen />);
  getByText('Other').focus();
  rerender(<Editable isOpen={false} />);
  expect(document.activeElement).toBe(getByText('Other'));
});
