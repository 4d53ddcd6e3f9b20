import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { momentInWords } from '#src/lib/dates/relative-time.ts';
import { useOnline } from '#src/lib/useOnline.ts';
import {
  canReachServer,
  onStoredSince,
  resetStoredSince,
  storedSince,
} from '#src/transport/last-responses.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { keepOfflineCopy } from './offline-copy.ts';

/** The interval of checks whether the server is up again. */
const CHECK_MS = 5_000;

/** Reads everything again when the server can be reached. @returns the time of the shown data, if it is not current */
function useStoredSince(isOnline: boolean): { since: number | null; isServerDown: boolean } {
  const client = useQueryClient();
  const since = useSyncExternalStore(onStoredSince, storedSince);
  const [isServerDown, setServerDown] = useState(false);
  useEffect(() => {
    if (!isOnline || since === null) return;
    let isOver = false;
    const check = async () => {
      const canReach = await canReachServer();
      if (isOver) return;
      setServerDown(!canReach);
      if (!canReach) return;
      resetStoredSince();
      void client.invalidateQueries();
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [client, isOnline, since]);
  return { since, isServerDown: isOnline && isServerDown && since !== null };
}

/** Says that the browser is offline or the server is down and how old the shown data is, and offers a new version. */
export function ConnectionBanners() {
  const isOnline = useOnline();
  const { since, isServerDown } = useStoredSince(isOnline);
  const [update, setUpdate] = useState<(() => void) | null>(null);
  useEffect(() => keepOfflineCopy((apply) => setUpdate(() => apply)), []);
  return (
    <>
      {(!isOnline || isServerDown) && (
        <div className="mb-4 print:hidden">
          <Banner tone="warning">
            {isServerDown ? 'The server can’t be reached.' : 'You’re offline.'} <StoredText writing />
            {since !== null && ` Last updated: ${momentInWords(new Date(since))}.`}
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
