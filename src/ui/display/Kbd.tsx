import clsx from 'clsx';
import { keysOf } from '#src/lib/shortcuts.ts';

/** The look of a key. */
const keyClass =
  'inline-grid h-5 min-w-5 place-items-center rounded border bg-sunken px-1 font-sans text-xs leading-none text-muted';

/** The keys of a keyboard shortcut; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function Kbd({ shortcut, className }: { shortcut: string; className?: string }) {
  return (
    <kbd className={clsx('inline-flex shrink-0 gap-0.5 font-sans', className)}>
      {keysOf(shortcut).map((key) => (
        <kbd key={key} className={keyClass}>
          {key}
        </kbd>
      ))}
    </kbd>
  );
}
