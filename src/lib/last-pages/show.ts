import { readViewedStudent } from '../view-as.ts';
import { COVER_ID, isLoading } from './loading.ts';
import { currentStyles, type LastPage, readLastPages } from './storage.ts';

/** The maximum time that the old page stays. After that, placeholders are better on a slow network. */
const MAX_SHOWN_MS = 5000;

/** Calls back as soon as the parser has added the body. */
function onBody(add: () => void) {
  if (document.body !== null) return add();
  const observer = new MutationObserver(() => {
    if (document.body === null) return;
    observer.disconnect();
    add();
  });
  return observer.observe(document.documentElement, { childList: true });
}

/** Returns the page that this address showed last, if this visit begins at its top. */
function findLastPage(): LastPage | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Without the service worker the code arrives late: the old page would stay for too long.
  if (
    navigation?.type !== 'navigate' ||
    location.hash !== '' ||
    !navigator.serviceWorker?.controller ||
    readViewedStudent() !== null
  )
    return undefined;
  const address = location.pathname + location.search;
  return readLastPages().find((page) => page.address === address);
}

/**
 * Covers the page with its last look until the app is ready. The cover cannot be used and is hidden from
 * assistive technology.
 * @returns `hide`, which removes the cover, and `painted`, which resolves when the cover is painted or there
 * is none
 */
export function showLastPage(): { painted: Promise<void>; hide: () => void } {
  const page = findLastPage();
  if (page === undefined) return { painted: Promise.resolve(), hide: () => {} };
  const cover = document.createElement('div');
  let isOver = false;
  let markPainted = () => {};
  const painted = new Promise<void>((resolve) => {
    markPainted = resolve;
  });
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root');
    if (root !== null && !isLoading(root)) hide();
  });
  function hide() {
    isOver = true;
    observer.disconnect();
    cover.remove();
    markPainted();
  }
  onBody(() => {
    if (isOver) return;
    // Checked here, because the width of a phone's window is only known once the head was parsed.
    if (page.styles !== currentStyles() || page.width !== innerWidth) return hide();
    cover.className = 'fixed inset-0 z-50 overflow-hidden bg-canvas';
    cover.id = COVER_ID;
    cover.inert = true;
    cover.setAttribute('aria-hidden', 'true');
    cover.innerHTML = page.html;
    // Sets styles by script, because the content security policy blocks them in HTML.
    for (const element of cover.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? '';
    document.body.append(cover);
    requestAnimationFrame(() => setTimeout(markPainted));
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(hide, MAX_SHOWN_MS);
    return undefined;
  });
  return { painted, hide };
}
