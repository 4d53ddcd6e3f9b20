import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { pagesOf } from '#shared/session/extension.ts';

/**
 * Whether the browser keeps the extension from its server, for example because the person set its site access to 'On
 * click'. Requests then fail as if the network was down.
 */
export function useIsServerBlocked(server: string): boolean {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const permission = { origins: [pagesOf(server, import.meta.env.FIREFOX)] };
    void browser.permissions.contains(permission).then((isAllowed) => {
      if (isCurrent) setBlocked(!isAllowed);
    });
    return () => {
      isCurrent = false;
    };
  }, [server]);
  return isBlocked;
}
