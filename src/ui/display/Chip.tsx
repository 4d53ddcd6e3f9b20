import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** A chosen item that can be removed, such as a filter or a recipient. */
export function Chip({
  children,
  icon,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  icon?: ReactNode;
  onRemove?: () => void;
  /** The label of the remove button, such as 'Remove Maya Rivera'. */
  removeLabel?: string;
}) {
  return (
    <span
      className={clsx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border bg-surface pl-2.5 text-sm',
        onRemove ? 'pr-1' : 'pr-2.5',
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? 'Remove'}
          onClick={onRemove}
          className="touch-target grid size-6 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
