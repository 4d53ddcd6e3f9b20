/**
 * How pages looked when they were last open on this device, so that the next visit shows them while the code loads.
 * They belong to one person: `deleteLastResponses` deletes them, too.
 */
const KEY = 'gopath-last-pages';
const MAX_PAGES = 4;
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** A page as it looked. */
export interface LastPage {
  /** Path and query. */
  address: string;
  /** The width of the window, in CSS pixels. */
  width: number;
  /** The address of the styles that the page's class names belong to. */
  styles: string;
  /** When the page was stored, in milliseconds since 1970. */
  at: number;
  html: string;
}

/** Returns the address of the page's styles, which changes with each version. */
export function currentStyles(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.href ?? '';
}

/** Returns the pages, newest first. Empty if the browser refuses its storage. */
export function readLastPages(): LastPage[] {
  try {
    const pages = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    if (!Array.isArray(pages)) return [];
    return (pages as LastPage[]).filter(({ at }) => at > Date.now() - MAX_AGE_MS);
  } catch {
    return [];
  }
}

/** Stores a page in place of its earlier look. Does nothing if the storage is full or refused. */
export function storeLastPage(page: LastPage) {
  const others = readLastPages().filter(
    ({ address, styles }) => address !== page.address && styles === page.styles,
  );
  try {
    localStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MAX_PAGES)));
  } catch {
    deleteLastPages();
  }
}

/** Deletes all pages. */
export function deleteLastPages() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was stored.
  }
}
