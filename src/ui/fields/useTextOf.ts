import { useState } from 'react';

/** Returns the text of an input: the typed text, until the value behind it changes. */
export function useTextOf(written: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(written);
  const [seen, setSeen] = useState(written);
  if (seen !== written) {
    setSeen(written);
    setText(written);
  }
  return [text, setText];
}
