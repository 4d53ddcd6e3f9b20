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
import type { MenuAction, MenuPlacement, OpenMenu } from './MenuPopup.tsx';

type MenuTriggerProps = {
  id?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'data-open'?: '';
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

type MenuButtonProps = {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement<MenuTriggerProps>;
  placement?: MenuPlacement;
  /** Returns a MenuPopup, or a lazy component with one. */
  children: (menu: OpenMenu) => ReactNode;
};

type MenuProps = Omit<MenuButtonProps, 'children'> & {
  actions: readonly MenuAction[];
  /** Shown above the items, such as the account. */
  header?: ReactNode;
};

const MenuPopup = lazy(async () => ({ default: (await import('./MenuPopup.tsx')).MenuPopup }));

/** A menu button with arrow keys, type-ahead and Escape. The menu's code loads when it first opens. */
export function Menu({ actions, header, ...button }: MenuProps) {
  return <MenuButton {...button}>{(menu) => <MenuPopup {...menu} {...{ actions, header }} />}</MenuButton>;
}

/** A menu button whose actions, too, load when it first opens. */
export function MenuButton({ trigger, placement = 'bottom end', children }: MenuButtonProps) {
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
          {children({ anchor, placement, startAtEnd, labelledBy: id, onClose: () => setAnchor(null) })}
        </Suspense>
      )}
    </>
  );
}
