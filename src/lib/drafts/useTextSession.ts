import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
  const latest = useRef(options);
  latest.current = options;
  const [session] = useState(
    () =>
      new TextSession<Values, Stored>({
        ...options,
        create: (values, key) => latest.current.create(values, key),
        update: (stored, values) => latest.current.update(stored, values),
        remove: (stored) => latest.current.remove(stored),
        load: () => latest.current.load(),
        isValid: (values) => latest.current.isValid(values),
        onSaved: (saved, created) => latest.current.onSaved(saved, created),
      }),
  );

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
