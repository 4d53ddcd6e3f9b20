import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/** How long sections wait for each other; then each shows what it has. */
const LONGEST_WAIT_MS = 2000;

/**
 * Shows its children when no skeleton is left in them, or after two seconds, and the fallback before that. Sections
 * that load one by one would move each other away from the pointer.
 */
export function ShowTogether({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    const element = content.current;
    if (isShown || element === null) return;
    const showWhenLoaded = () => {
      // The class of every Skeleton.
      if (element.querySelector('.pulse-quiet') === null) setShown(true);
    };
    showWhenLoaded();
    const changes = new MutationObserver(showWhenLoaded);
    changes.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(() => setShown(true), LONGEST_WAIT_MS);
    return () => {
      changes.disconnect();
      clearTimeout(timer);
    };
  }, [isShown]);
  return (
    <>
      {!isShown && fallback}
      <div ref={content} hidden={!isShown}>
        {children}
      </div>
    </>
  );
}
