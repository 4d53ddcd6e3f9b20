import { useEffect } from 'react';

/** The delay before unsent entries are sent again. */
export const RETRY_MS = 5_000;

/**
 * Sends the entries of a queue now, when the network returns, and every few seconds while entries wait.
 * @param send the same function in every render
 */
export function useDelivery(send: () => Promise<unknown>, isWaiting: boolean): void {
  useEffect(() => {
    const start = () => void send().catch(() => undefined);
    start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [send]);

  // The network is often not ready when the browser reports it, and no event announces a recovered server.
  useEffect(() => {
    if (!isWaiting) return;
    let isSending = false;
    const retry = async () => {
      if (isSending) return;
      isSending = true;
      await send().catch(() => undefined);
      isSending = false;
    };
    const timer = setInterval(() => void retry(), RETRY_MS);
    return () => clearInterval(timer);
  }, [send, isWaiting]);
}
