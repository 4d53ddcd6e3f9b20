import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NoteSession } from './note-session.ts';
import type { NoteSessionOptions, NoteSessionState } from './note-session-state.ts';

/**
 * Returns the session of one open editor. It lives as long as the component: give that a `key` of owner and subject.
 * Its callbacks can change from render to render.
 */
export function useNoteSession(options: NoteSessionOptions): [NoteSessionState, NoteSession] {
  const latest = useRef(options);
  latest.current = options;
  const [session] = useState(
    () =>
      new NoteSession({
        ...options,
        create: (values, key) => latest.current.create(values, key),
        update: (stored, values) => latest.current.update(stored, values),
        remove: (stored) => latest.current.remove(stored),
        load: () => latest.current.load(),
        isValid: (values) => latest.current.isValid(values),
        onSaved: (note, created) => latest.current.onSaved(note, created),
      }),
  );

  useEffect(() => {
    void session.open();
    return () => void session.close();
  }, [session]);

  const { stored } = options;
  useEffect(() => {
    if (stored !== null) session.refresh(stored);
  }, [session, stored]);

  return [useSyncExternalStore(session.subscribe, session.read), session];
}
