import { useState } from 'react';

/** The text in a box: what is being typed, until the value it stands for is written anew. */
export function useTextOf(written: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(written);
  const [seen, setSeen] = useState(written);
  if (seen !== written) {
    setSeen(written);
    setText(written);
  }
  return [text, setText];
}
