import { useEffect } from 'react';

/**
 * Shows the previous page of a list when the current one is empty: its last row was deleted.
 * @param rows the number of the page's rows; undefined while they load, also if another page's rows are shown
 * @returns whether the page is being left: show a skeleton
 */
export function useLeaveEmptyPage(
  rows: number | undefined,
  { hasPrevious, onPrevious }: { hasPrevious: boolean; onPrevious: () => void },
): boolean {
  const isLeaving = rows === 0 && hasPrevious;
  useEffect(() => {
    if (isLeaving) onPrevious();
  }, [isLeaving, onPrevious]);
  return isLeaving;
}
