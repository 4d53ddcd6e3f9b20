import { useState } from 'react';
import { WhatsNewDialog } from '#src/features/releases/components/WhatsNewDialog.tsx';
import { useViewRelease } from '#src/features/releases/mutations.ts';
import { releasesAfter } from '#src/features/releases/release-history.ts';
import { useSettledPage } from './useSettledPage.ts';

/** Opens 'What's new' on the first page without an editor, so that it never covers unsaved text (SHEL-036). */
export function WhatsNew({ lastViewed }: { lastViewed: string }) {
  const isSettled = useSettledPage();
  const [isClosed, setClosed] = useState(false);
  const view = useViewRelease();
  if (!isSettled || isClosed) return null;
  return (
    <WhatsNewDialog
      releases={releasesAfter(lastViewed)}
      onClose={() => {
        setClosed(true);
        view.mutate();
      }}
    />
  );
}
