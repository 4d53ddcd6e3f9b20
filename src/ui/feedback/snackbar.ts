/** How long a snackbar stays (FORM-015). */
export const SNACKBAR_MS = 6000;

/** The most snackbars shown at once; the oldest is removed first. */
const MAX_SNACKBARS = 3;

/** The kinds of snackbar (FORM-016). */
export type SnackbarKind = 'success' | 'error';

export type SnackbarAction = {
  label: string;
  onSelect: () => void;
  /** How long the action is offered; by default as long as a snackbar is shown. */
  milliseconds?: number;
};

export type SnackbarMessage = {
  id: number;
  kind: SnackbarKind;
  text: string;
  action: SnackbarAction | undefined;
};

let messages: readonly SnackbarMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly SnackbarMessage[]) {
  messages = next;
  for (const listener of listeners) listener();
}

function show(kind: SnackbarKind, text: string, action?: SnackbarAction): number {
  lastId += 1;
  // A repeated message replaces the earlier one. Messages with an action stay: each action undoes something else.
  const others = messages.filter(
    (other) => action ?? other.action ?? (other.kind !== kind || other.text !== text),
  );
  publish([...others, { id: lastId, kind, text, action }].slice(-MAX_SNACKBARS));
  return lastId;
}

/**
 * Shows a success message with at most one action such as 'Undo' (FORM-016, FORM-017).
 * @returns its id, to dismiss it when a later message replaces it
 */
export function showSuccess(text: string, action?: SnackbarAction): number {
  return show('success', text, action);
}

/** Shows an error that no field can show (FORM-016). */
export function showError(text: string, action?: SnackbarAction): void {
  show('error', text, action);
}

/** Removes a snackbar. */
export function dismissSnackbar(id: number): void {
  publish(messages.filter((message) => message.id !== id));
}

/** The store behind the shown snackbars, for useSyncExternalStore. */
export const snackbarStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => messages,
};
