import { ChevronLeft, ChevronRight } from 'lucide-react';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { Select } from '../fields/Select.tsx';

type CursorPagerProps = {
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  pageSize: number;
  onPageSize: (size: number) => void;
  /** The first and last row shown, counted from 1, and the total if known. */
  range?: { from: number; to: number; total?: number };
};

const PAGE_SIZES = [10, 25, 50, 100];

const number = onFirstUse(() => new Intl.NumberFormat());

/** Returns '1–10 of 24', or '0 of 0' for an empty list. */
export function rangeText({ from, to, total }: { from: number; to: number; total?: number }): string {
  const shown = to < from ? '0' : `${number().format(from)}–${number().format(to)}`;
  return total === undefined ? shown : `${shown} of ${number().format(total)}`;
}

/** Page controls of a list with cursors: previous, next and page size. */
export function CursorPager({
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  pageSize,
  onPageSize,
  range,
}: CursorPagerProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 text-sm text-muted"
    >
      <div className="flex items-center gap-2">
        <span aria-hidden>Rows per page</span>
        <Select
          label="Rows per page"
          hideLabel
          value={String(pageSize)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => onPageSize(Number(event.target.value))}
          className="w-18"
        />
      </div>
      {range && (
        <span role="status" className="tabular-nums">
          {rangeText(range)}
        </span>
      )}
      <div className="flex">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft />}
          disabled={!hasPrevious}
          onClick={onPrevious}
        />
        <IconButton label="Next page" icon={<ChevronRight />} disabled={!hasNext} onClick={onNext} />
      </div>
    </nav>
  );
}
