const LOADING = 'main :is([role="status"][aria-label^="Loading"], [aria-busy="true"])';

/** Returns whether the app has no page yet, or its page shows placeholders. */
export function isLoading(root: Element): boolean {
  return root.querySelector('main h1') === null || root.querySelector(LOADING) !== null;
}
