import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { momentInWords } from '#src/lib/relative-time.ts';
import { useOnline } from '#src/lib/useOnline.ts';
import { onStoredSince, resetStoredSince, storedSince } from '#src/transport/last-responses.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { keepOfflineCopy } from './offline-copy.ts';

/** Reads everything again when the network is back. */
function useStoredSince(isOnline: boolean): number | null {
  const client = useQueryClient();
  const since = useSyncExternalStore(onStoredSince, storedSince);
  useEffect(() => {
    if (!isOnline || since === null) return;
    resetStoredSince();
    void client.invalidateQueries();
  }, [client, isOnline, since]);
  return since;
}

/** Says that the browser is offline and how old the shown data is, and offers a new version of the app. */
export function ConnectionBanners() {
  const isOnline = useOnline();
  const since = useStoredSince(isOnline);
  const [update, setUpdate] = useState<(() => void) | null>(null);
  useEffect(() => keepOfflineCopy((apply) => setUpdate(() => apply)), []);
  return (
    <>
      {!isOnline && (
        <div className="mb-4 print:hidden">
          <Banner tone="warning">
            You’re offline. What you write is saved on this device.
            {since !== null && ` You see data from ${momentInWords(new Date(since))}.`}
          </Banner>
        </div>
      )}
      {update !== null && (
        <div className="mb-4 print:hidden">
          <Banner
            action={
              <button type="button" className={buttonClass('secondary')} onClick={update}>
                Reload page
              </button>
            }
            onDismiss={() => setUpdate(null)}
          >
            A new version of GoPath is ready. Drafts stay on this device.
          </Banner>
        </div>
      )}
    </>
  );
}
