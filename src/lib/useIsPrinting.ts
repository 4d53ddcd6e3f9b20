import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns whether the page is being printed. The print contains what is rendered then. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Renders synchronously, because the browser prints the page as it is when the handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    globalThis.addEventListener('beforeprint', begin);
    globalThis.addEventListener('afterprint', end);
    return () => {
      globalThis.removeEventListener('beforeprint', begin);
      globalThis.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
