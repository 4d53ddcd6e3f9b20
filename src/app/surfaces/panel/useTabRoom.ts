import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { readPublished } from '#src/messaging/published.ts';

/** Returns the meeting room of an address on our server or in the extension's app; null for other pages. */
export function roomOfAddress(address: string, server: string, ownOrigin: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const isApp = `${url.protocol}//${url.host}` === ownOrigin && url.pathname === '/app.html';
  const path = isApp ? url.hash.slice(1) : url.origin === server ? url.pathname : '';
  const match = /^\/meeting_rooms\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

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
