import { useKeptState } from '../useKeptState.ts';

/** The cursors of the current page and the previous ones; the first page has none. */
type Cursors = readonly (string | null)[];

const FIRST_PAGE: Cursors = [null];

/**
 * Returns the page of a list with cursors, and the properties of its CursorPager. Other filters or another page size
 * show the first page again, and Back shows the page that was left.
 * @param startSize the page size until the person chooses another one
 */
export function useCursorPages(filters: object, startSize = 25) {
  const [size, setSize] = useKeptState('page size', startSize);
  const key = JSON.stringify([filters, size]);
  const [pages, setPages] = useKeptState('pages', { key, cursors: FIRST_PAGE });
  const cursors = pages.key === key ? pages.cursors : FIRST_PAGE;
  // Otherwise a return to earlier filters would show their last page.
  if (pages.key !== key) setPages({ key, cursors });
  const previous = {
    hasPrevious: cursors.length > 1,
    onPrevious: () => setPages({ key, cursors: cursors.slice(0, -1) }),
  };
  return {
    /** The number of the page's first row, counted from 1. */
    from: (cursors.length - 1) * size + 1,
    page: { first: size, after: cursors.at(-1) ?? null },
    /** The way back to the previous page. */
    previous,
    /**
     * @param next the cursor of the next page; null or missing without one
     * @param isPlaceholderData whether the rows, and so the cursor, are of another page or other filters: the button
     *   keeps its look and the focus, but does nothing
     */
    pagerProps: (next: string | null | undefined, isPlaceholderData: boolean) => ({
      ...previous,
      hasNext: next != null,
      onNext: () => {
        if (!isPlaceholderData) setPages({ key, cursors: [...cursors, next ?? null] });
      },
      pageSize: size,
      onPageSize: setSize,
    }),
  };
}
