import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { readPublished } from '#src/messaging/published.ts';
import { roomOfAddress } from '#src/messaging/room-address.ts';

/**
 * Returns the meeting room in the window's current tab; undefined until it is known. The extension cannot see the
 * addresses of other sites.
 */
export function useTabRoom(): string | null | undefined {
  const [room, setRoom] = useState<string | null>();
  useEffect(() => {
    const look = () => {
      void Promise.all([
        browser.tabs.query({ active: true, currentWindow: true }),
        readPublished('server'),
      ]).then(([[tab], server]) =>
        setRoom(tab?.url === undefined ? null : roomOfAddress(tab.url, server, location.origin)),
      );
    };
    look();
    browser.tabs.onActivated.addListener(look);
    browser.tabs.onUpdated.addListener(look);
    return () => {
      browser.tabs.onActivated.removeListener(look);
      browser.tabs.onUpdated.removeListener(look);
    };
  }, []);
  return room;
}
