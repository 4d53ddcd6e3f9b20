import {
  autoUpdate,
  flip,
  FloatingFocusManager,
  FloatingPortal,
  offset,
  shift,
  useDismiss,
  useFloating,
  useInteractions,
  useListNavigation,
  useTypeahead,
  type Placement,
} from '@floating-ui/react';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { Fragment, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { floatingBoxClass } from './floating-box.ts';
import { useReadOnlyReason } from '../read-only.ts';

/** One item of a menu. */
export type MenuAction = {
  label: string;
  icon?: ReactElement;
  onSelect: () => void;
  /** Deletes something: danger text, and disabled with read-only access. */
  danger?: boolean;
  /** Why it cannot be used now; shown below the label. */
  disabledReason?: string;
  /** Whether it is the current option; shown with a check mark. */
  current?: boolean;
  /** Draws a line above. */
  separated?: boolean;
};

/** The corner of the button where the menu opens. */
export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

/** The state of the open menu, which its popup needs. */
export type OpenMenu = {
  anchor: HTMLElement;
  placement: MenuPlacement;
  startAtEnd: boolean;
  /** The id of the button. */
  labelledBy: string;
  onClose: () => void;
};

/** The open list of a Menu. */
export function MenuPopup({
  anchor,
  actions: givenActions,
  header,
  placement,
  startAtEnd,
  labelledBy,
  onClose,
}: OpenMenu & { actions: readonly MenuAction[]; header: ReactNode }) {
  const readOnly = useReadOnlyReason();
  const actions = givenActions.map((action) =>
    action.danger && readOnly !== undefined ? { ...action, disabledReason: readOnly } : action,
  );
  const items = useRef<(HTMLElement | null)[]>([]);
  const labels = useRef<string[]>([]);
  labels.current = actions.map(({ label }) => label);
  const [active, setActive] = useState<number | null>(startAtEnd ? actions.length - 1 : 0);

  const { refs, floatingStyles, context } = useFloating({
    open: true,
    onOpenChange: (open) => !open && onClose(),
    elements: { reference: anchor },
    placement: placement.replace(' ', '-') as Placement,
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 })],
    // Positioned by left and top: a transform would animate the move to a better place, away from the pointer.
    transform: false,
    whileElementsMounted: autoUpdate,
  });
  const { getFloatingProps, getItemProps } = useInteractions([
    useDismiss(context),
    useListNavigation(context, {
      listRef: items,
      activeIndex: active,
      onNavigate: setActive,
      loop: true,
      disabledIndices: [],
    }),
    useTypeahead(context, { listRef: labels, activeIndex: active, onMatch: setActive }),
  ]);

  return (
    // Inside a dialog it stays in the dialog's panel; everything else is inert.
    <FloatingPortal
      preserveTabOrder={false}
      root={anchor.closest<HTMLElement>('[id^="headlessui-dialog-panel"]') ?? undefined}
    >
      <FloatingFocusManager context={context} modal={false} guards={false} initialFocus={-1}>
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          className={clsx(floatingBoxClass, 'max-w-80 min-w-44')}
        >
          {header && (
            <div data-private className="border-b px-2 pt-1 pb-2 text-sm text-muted">
              {header}
            </div>
          )}
          <div
            role="menu"
            aria-labelledby={labelledBy}
            {...getFloatingProps({
              onKeyDown: (event) => {
                if (event.key === 'Tab') onClose();
                if (event.key !== 'Escape') return;
                // Escape closes the menu, not the dialog around it.
                event.preventDefault();
                event.stopPropagation();
                onClose();
              },
            })}
          >
            {actions.map((action, index) => (
              <Fragment key={action.label}>
                {action.separated && <hr className="my-1 h-px border-0 bg-border" />}
                <button
                  type="button"
                  role="menuitem"
                  ref={(element) => {
                    items.current[index] = element;
                  }}
                  tabIndex={index === active ? 0 : -1}
                  aria-current={action.current ? 'true' : undefined}
                  aria-disabled={action.disabledReason ? true : undefined}
                  data-focus={index === active ? '' : undefined}
                  {...getItemProps({
                    onClick: () => {
                      if (action.disabledReason) return;
                      onClose();
                      action.onSelect();
                    },
                  })}
                  className={clsx(
                    'flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-left outline-none data-focus:bg-hover pointer-coarse:min-h-11',
                    'aria-disabled:cursor-not-allowed aria-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0',
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
                  {action.current && <Check aria-hidden className="ml-auto" />}
                </button>
              </Fragment>
            ))}
          </div>
        </div>
      </FloatingFocusManager>
    </FloatingPortal>
  );
}
