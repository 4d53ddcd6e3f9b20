import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Description,
} from '@headlessui/react';
import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import { Spinner } from '../feedback/Spinner.tsx';

export type DialogProps = {
  open: boolean;
  /** Called by Escape and a click on the backdrop; not while busy. */
  onClose: () => void;
  title: string;
  /** One sentence: what happens. */
  description?: ReactNode;
  /** Buttons: `CancelButton` first, the main one last. */
  actions?: ReactNode;
  /** Shows a spinner instead of the buttons and prevents closing. */
  busy?: boolean;
  busyLabel?: string;
  /** `screen` covers the whole screen. */
  width?: 'small' | 'medium' | 'large' | 'wide' | 'screen';
  /** The content is a text without controls: it takes the focus itself, so that the keyboard scrolls it. */
  textOnly?: boolean;
  children?: ReactNode;
};

const WIDTH = {
  small: 'sm:max-w-sm',
  medium: 'sm:max-w-lg',
  large: 'sm:max-w-2xl',
  wide: 'sm:max-w-5xl',
  screen: '',
};

/**
 * The backdrop of dialogs and drawers. What opens moves in with a starting style and closes at once: with the library's
 * transitions, a dialog that closes while it opens can stay as an invisible cover (tailwindlabs/headlessui#3892).
 */
export function Backdrop() {
  return (
    <DialogBackdrop className="fixed inset-0 bg-backdrop transition-opacity duration-180 ease-out starting:opacity-0" />
  );
}

/**
 * A modal dialog; a bottom sheet on a phone. Focus goes to the element with
 * `data-autofocus`, else to the dialog, and returns to its previous place on close.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  busy = false,
  busyLabel = 'Working',
  width = 'medium',
  textOnly = false,
  children,
}: DialogProps) {
  /** Whether the second click of a double click is going on. The first one opened the dialog. */
  const isSecondClick = useRef(false);
  return (
    <HeadlessDialog
      open={open}
      onClose={() => busy || isSecondClick.current || onClose()}
      onMouseDown={({ detail }) => (isSecondClick.current = detail > 1)}
      onMouseUp={() => (isSecondClick.current = false)}
      className="fixed inset-0 z-40"
    >
      <Backdrop />
      <div
        className={clsx(
          'fixed inset-0 flex items-end justify-center',
          width !== 'screen' && 'sm:items-center sm:p-4',
        )}
      >
        <DialogPanel
          aria-busy={busy || undefined}
          className={clsx(
            'flex w-full flex-col bg-surface shadow-float transition duration-180 ease-out',
            width === 'screen' ? 'h-dvh' : 'max-h-[90dvh] rounded-t-card border sm:rounded-card',
            'starting:translate-y-4 starting:opacity-0 sm:starting:translate-y-1',
            WIDTH[width],
          )}
        >
          <div className="grid gap-1 px-5 pt-5 pb-3">
            <DialogTitle className="text-xl font-semibold">{title}</DialogTitle>
            {description && <Description className="text-muted">{description}</Description>}
          </div>
          {children && (
            <div
              {...(textOnly ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
              className="min-h-0 flex-1 overflow-y-auto px-5 py-1"
            >
              {children}
            </div>
          )}
          {(actions || busy) && (
            <div data-action-bar className="flex min-h-16 items-center justify-end gap-2 px-5 py-3.5">
              {busy ? (
                <Spinner label={busyLabel} className="[animation-delay:0ms] [&_svg]:size-5" />
              ) : (
                actions
              )}
            </div>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
