/** The element that covers the page with its last look. */
export const COVER_ID = 'last-page';

/** Returns whether the page is covered with its last look. */
export function isCovered(): boolean {
  return document.getElementById(COVER_ID) !== null;
}

const LOADING = 'main :is([role="status"][aria-label^="Loading"], [aria-busy="true"])';

/** Returns whether the app shows no page yet, or one with placeholders. */
export function isLoading(root: Element): boolean {
  return root.querySelector('main h1') === null || root.querySelector(LOADING) !== null;
}
