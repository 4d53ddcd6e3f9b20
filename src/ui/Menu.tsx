import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react';
import clsx from 'clsx';
import { Fragment, type ReactElement, type ReactNode } from 'react';

/** One line of a menu. */
export type MenuAction = {
  label: string;
  icon?: ReactElement;
  onSelect: () => void;
  /** Takes something away: danger text. */
  danger?: boolean;
  /** Why it cannot be used now; said under the words. */
  disabledReason?: string;
  /** Draws a line above. */
  separated?: boolean;
};

type MenuProps = {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement;
  actions: readonly MenuAction[];
  /** Shown above the lines, e.g. who is signed in. */
  header?: ReactNode;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
};

/** The box of everything that drops down. */
export const floatingBoxClass = clsx(
  'z-50 rounded-card border bg-surface p-1 shadow-float transition duration-180 ease-out',
  'data-closed:scale-98 data-closed:opacity-0 focus:outline-none',
);

/** A list of actions behind a button; arrow keys, typing ahead and Escape work. */
export function Menu({ trigger, actions, header, placement = 'bottom end' }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton as={Fragment}>{trigger}</MenuButton>
      {/* Not modal: the page stays readable and does not lose its scroll bar. */}
      <MenuItems
        transition
        modal={false}
        anchor={{ to: placement, gap: 4, padding: 8 }}
        className={clsx(floatingBoxClass, 'min-w-44 max-w-80')}
      >
        {header && <div className="border-b px-2 pt-1 pb-2 text-sm text-muted">{header}</div>}
        {actions.map((action) => (
          <Fragment key={action.label}>
            {action.separated && <MenuSeparator className="my-1 h-px bg-border" />}
            <MenuItem disabled={Boolean(action.disabledReason)}>
              <button
                type="button"
                onClick={action.onSelect}
                className={clsx(
                  'flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-left data-focus:bg-hover pointer-coarse:min-h-11',
                  'data-disabled:cursor-not-allowed data-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0',
                  action.danger ? 'text-danger' : '[&_svg]:text-muted',
                )}
              >
                {action.icon}
                <span className="grid">
                  {action.label}
                  {action.disabledReason && (
                    <span className="text-xs text-muted">{action.disabledReason}</span>
                  )}
                </span>
              </button>
            </MenuItem>
          </Fragment>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}
