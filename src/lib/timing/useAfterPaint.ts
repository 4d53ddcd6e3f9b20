import { useEffect, useState } from 'react';

/**
 * The interval of checks: on a slow phone the first content is painted a few frames after it was rendered.
 */
const CHECK_MS = 30;
/**
 * The maximum number of checks, for browsers that do not report their first paint and for covered windows.
 */
const MAX_CHECKS = 10;

const hasPaintedContent = () => performance.getEntriesByName('first-contentful-paint').length > 0;

/** Returns false until the component was painted, so that what can load later does not delay the first paint. */
export function useAfterPaint(): boolean {
  // Hidden pages are never painted, so they do not wait.
  const [isPainted, setPainted] = useState(() => document.hidden);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let checks = 0;
    const check = () => {
      checks += 1;
      if (hasPaintedContent() || checks > MAX_CHECKS) setPainted(true);
      else timer = setTimeout(check, CHECK_MS);
    };
    // The next frame paints the component; the timer ends after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(check);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
