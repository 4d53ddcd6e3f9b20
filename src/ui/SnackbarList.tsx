import * as Toast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { dismissSnackbar, SNACKBAR_MS, type SnackbarMessage } from './snackbar.ts';

/**
 * The snackbars themselves: bottom left, 6 s each, waiting while the pointer or the focus is on them (FORM-015).
 * Radix and not sonner, because sonner writes a style element that our CSP refuses.
 */
export function SnackbarList({ messages }: { messages: readonly SnackbarMessage[] }) {
  // Radix waits while the pointer or the focus is on a message, and does not notice that they leave once the last one is
  // closed: the next would stay for ever. Without a message nothing of it is left that could wait.
  if (messages.length === 0) return null;
  return (
    <Toast.Provider duration={SNACKBAR_MS} swipeDirection="left" label="Message">
      {messages.map(({ id, kind, text, action }) => (
        <Toast.Root
          key={id}
          asChild
          {...(action?.milliseconds === undefined ? {} : { duration: action.milliseconds })}
          type={kind === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissSnackbar(id)}
        >
          <div
            data-kind={kind}
            className="appear-now pointer-events-auto flex w-full items-center gap-2.5 rounded-card border bg-surface py-2 pr-1.5 pl-3 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
          >
            {kind === 'success' ? (
              <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
            ) : (
              <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
            )}
            <Toast.Description className="min-w-0 flex-1 py-1">{text}</Toast.Description>
            {action && (
              <Toast.Action
                altText={action.label}
                onClick={action.onSelect}
                className="h-8 shrink-0 rounded-control px-2 font-medium text-accent-text transition-colors hover:bg-accent-soft"
              >
                {action.label}
              </Toast.Action>
            )}
            <Toast.Close asChild>
              <IconButton label="Dismiss" icon={<X />} />
            </Toast.Close>
          </div>
        </Toast.Root>
      ))}
      <Toast.Viewport asChild label="Messages ({hotkey})">
        <div className="pointer-events-none fixed bottom-4 left-4 z-50 grid w-90 max-w-[calc(100vw-2rem)] gap-2" />
      </Toast.Viewport>
    </Toast.Provider>
  );
}
