import * as Toast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { IconButton } from '../buttons/IconButton.tsx';
import { dismissSnackbar, SNACKBAR_MS, type SnackbarMessage } from './snackbar.ts';
import { useSnackbarPlace } from './useSnackbarPlace.ts';

/**
 * The snackbars: bottom left, 6 s each, paused while the pointer or the focus is on them (FORM-015). They move away
 * from the buttons at the bottom of the window and from the field being edited. Radix instead of sonner, whose style
 * element violates our CSP.
 */
export function SnackbarList({ messages }: { messages: readonly SnackbarMessage[] }) {
  // Radix stays paused when the last message is closed under the pointer. Unmounting it resets the pause.
  if (messages.length === 0) return null;
  return <Messages messages={messages} />;
}

function Messages({ messages }: { messages: readonly SnackbarMessage[] }) {
  const { list, style } = useSnackbarPlace();
  return (
    <Toast.Provider duration={SNACKBAR_MS} swipeDirection="left" label="Message">
      {messages.map(({ id, kind, text, action }) => (
        <Toast.Root
          key={id}
          data-kind={kind}
          className="appear-now pointer-events-auto flex w-full items-center gap-2.5 rounded-card border bg-surface py-2 pr-1.5 pl-3 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
          {...(action?.milliseconds === undefined ? {} : { duration: action.milliseconds })}
          type={kind === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissSnackbar(id)}
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
        </Toast.Root>
      ))}
      <Toast.Viewport
        ref={list}
        label="Messages ({hotkey})"
        style={style}
        className="pointer-events-none fixed left-4 z-50 grid w-90 max-w-[calc(100vw-2rem)] gap-2"
      />
    </Toast.Provider>
  );
}
