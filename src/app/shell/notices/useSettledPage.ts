import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { openWriters } from '#src/lib/drafts/open-writers.ts';

/** Pages that open with an editor. */
const EDITOR = /\/(new|edit)\//;

const SETTLE_MS = 500;

/**
 * Returns true once a page without an editor was open and no text was unsaved. Then a dialog can open unasked
 * without covering what the person writes.
 */
export function useSettledPage(): boolean {
  const { pathname } = useLocation();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled || EDITOR.test(pathname)) return;
    // The editor of the previous page needs a moment to close.
    const timer = setTimeout(() => {
      if (openWriters.size === 0) setSettled(true);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname, isSettled]);
  return isSettled;
}
