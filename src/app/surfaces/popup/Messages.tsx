import { useSyncExternalStore } from 'react';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';

/** The latest message with its action. The app's snackbars are too large for the popup. */
export function Messages() {
  const newest = useSyncExternalStore(snackbarStore.subscribe, snackbarStore.read, snackbarStore.read).at(-1);
  return (
    <div aria-live="polite" className="empty:hidden">
      {newest !== undefined && (
        <div
          className={
            newest.kind === 'error'
              ? 'flex items-center gap-2 rounded-control bg-danger-soft px-2 py-1 text-danger'
              : 'flex items-center gap-2 rounded-control bg-success-soft px-2 py-1 text-success'
          }
        >
          <span className="min-w-0 flex-1">{newest.text}</span>
          {newest.action && (
            <button
              type="button"
              className="h-6 rounded-control px-1 font-medium hover:underline"
              onClick={() => {
                newest.action?.onSelect();
                dismissSnackbar(newest.id);
              }}
            >
              {newest.action.label}
            </button>
          )}
          <button
            type="button"
            className="h-6 rounded-control px-1 hover:underline"
            onClick={() => dismissSnackbar(newest.id)}
          >
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}
