import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { WhatsNewDialog } from '#src/features/releases/components/WhatsNewDialog.tsx';
import { useViewRelease } from '#src/features/releases/mutations.ts';
import { releasesAfter } from '#src/features/releases/release-history.ts';
import { openWriters } from '#src/lib/drafts/open-writers.ts';

/** Pages that open with an editor. */
const EDITOR = /\/(new|edit)\//;

const SETTLE_MS = 500;

/** Opens 'What's new' on the first page without an editor, so that it never covers unsaved text (SHEL-036). */
export function WhatsNew({ lastViewed }: { lastViewed: string }) {
  const { pathname } = useLocation();
  const [state, setState] = useState<'waiting' | 'open' | 'closed'>('waiting');
  const view = useViewRelease();
  useEffect(() => {
    if (state !== 'waiting' || EDITOR.test(pathname)) return;
    // The editor of the previous page needs a moment to close.
    const timer = setTimeout(() => {
      if (openWriters.size === 0) setState('open');
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname, state]);
  if (state !== 'open') return null;
  return (
    <WhatsNewDialog
      releases={releasesAfter(lastViewed)}
      onClose={() => {
        setState('closed');
        view.mutate();
      }}
    />
  );
}
