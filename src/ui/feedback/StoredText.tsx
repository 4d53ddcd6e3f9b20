import type { ReactNode } from 'react';
import { useIsStored } from '#src/lib/drafts/useIsStored.ts';

/** Says whether this device has what the person wrote. */
export function StoredText({
  writing = false,
  children = '',
}: {
  /** Whether the page shows the text, which can still change. */
  writing?: boolean;
  /** Follows if it is stored. */
  children?: string;
}): ReactNode {
  const isStored = useIsStored();
  const text = `What you ${writing ? 'write' : 'wrote'} is ${isStored ? '' : 'not '}saved on this device.`;
  if (isStored) return text + children;
  return writing ? `${text} Copy it before you close this page.` : text;
}
