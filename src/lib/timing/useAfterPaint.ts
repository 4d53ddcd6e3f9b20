import { useEffect, useState } from 'react';

/** Returns false until the component was painted, so that what can load later does not delay the first paint. */
export function useAfterPaint(): boolean {
  // Hidden pages are not painted.
  const [isPainted, setPainted] = useState(() => document.hidden);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next frame paints the component; the timer ends after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
