import { useEffect, useState, useSyncExternalStore } from 'react';
import { addLastSave } from './open-writers.ts';
import { TextSession } from './text-session.ts';
import type { StoredText, TextSessionOptions, TextSessionState, TextValues } from './text-session-state.ts';

/**
 * Returns the session of one open editor. It lives as long as the component: give that a `key` of owner and subject.
 * Its callbacks can change from render to render.
 */
export function useTextSession<Values extends TextValues, Stored extends StoredText<Values>>(
  options: TextSessionOptions<Values, Stored>,
): [TextSessionState<Values, Stored>, TextSession<Values, Stored>] {
  const { create, update, remove, load, isValid, onSaved } = options;
  // The session keeps this object, so it calls the callbacks of the latest render.
  const [current] = useState(() => ({ ...options }));
  Object.assign(current, { create, update, remove, load, isValid, onSaved });
  const [session] = useState(() => new TextSession<Values, Stored>(current));

  useEffect(() => {
    void session.open();
    return () => addLastSave(session.leave());
  }, [session]);

  const { stored } = options;
  useEffect(() => {
    if (stored !== null) session.refresh(stored);
  }, [session, stored]);

  return [useSyncExternalStore(session.subscribe, session.read), session];
}
