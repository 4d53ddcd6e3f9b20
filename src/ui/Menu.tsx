import clsx from 'clsx';
import {
  cloneElement,
  lazy,
  Suspense,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

/** One line of a menu. */
export type MenuAction = {
  label: string;
  icon?: ReactElement;
  onSelect: () => void;
  /** Takes something away: danger text. */
  danger?: boolean;
  /** Why it cannot be used now; said under the words. */
  disabledReason?: string;
  /** What is chosen now, where the lines are a choice: it bears a mark. */
  current?: boolean;
  /** Draws a line above. */
  separated?: boolean;
};

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

type MenuTriggerProps = {
  id?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'data-open'?: '';
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

type MenuProps = {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement<MenuTriggerProps>;
  actions: readonly MenuAction[];
  /** Shown above the lines, e.g. who is signed in. */
  header?: ReactNode;
  placement?: MenuPlacement;
};

/** The box of everything that drops down. */
export const floatingBoxClass = clsx(
  'z-50 rounded-card border bg-surface p-1 shadow-float transition duration-180 ease-out',
  'data-closed:scale-98 data-closed:opacity-0 focus:outline-none',
);

const MenuPopup = lazy(async () => ({ default: (await import('./MenuPopup.tsx')).MenuPopup }));

/** A list of actions behind a button; arrow keys, typing ahead and Escape work. Its code comes when it first opens. */
export function Menu({ trigger, actions, header, placement = 'bottom end' }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [startAtEnd, setStartAtEnd] = useState(false);
  const id = useId();
  const open = anchor !== null;
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        ...(open ? { 'data-open': '' } : {}),
        onClick: ({ currentTarget }) => {
          setStartAtEnd(false);
          setAnchor(open ? null : currentTarget);
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStartAtEnd(event.key === 'ArrowUp');
          setAnchor(event.currentTarget);
        },
      })}
      {open && (
        <Suspense>
          <MenuPopup
            {...{ anchor, actions, header, placement, startAtEnd }}
            labelledBy={id}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}
