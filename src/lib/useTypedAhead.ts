import { useState } from 'react';
import { useKeyDown } from './useKeyDown.ts';

/** The maximum number of characters. */
const MAX_TEXT = 100;

/**
 * Collects what the person types while a dialog that they opened loads: its field starts with this text, and no letter
 * acts as a shortcut or goes into the field that has the focus. Escape cancels.
 * @param isLoading whether a dialog was opened and its field is not shown yet
 * @returns the text so far, and a function that clears it for the next dialog
 */
export function useTypedAhead(isLoading: boolean, onCancel: () => void): [text: string, clear: () => void] {
  const [text, setText] = useState('');
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!isLoading || ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') onCancel();
    else if (key === 'Backspace') setText((before) => before.slice(0, -1));
    else if ([...key].length === 1) setText((before) => (before + key).slice(0, MAX_TEXT));
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  useKeyDown(onKey, window, true);
  return [text, () => setText('')];
}
