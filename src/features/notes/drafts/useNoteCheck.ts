import { useEffect, useState } from 'react';
import type { NoteErrors, NoteValues } from './note-draft.ts';
import type { NoteSessionState } from './note-session-state.ts';

type Field = keyof NoteErrors;

const NONE: ReadonlySet<Field> = new Set();
const ALL: ReadonlySet<Field> = new Set<Field>(['title', 'body']);

/**
 * What is wrong with a note. The rules are loaded with the first check: without a network they may not come, and then
 * the note goes on unchecked, to the device, and the server checks it when it gets there.
 */
export async function findNoteErrors(values: NoteValues): Promise<NoteErrors> {
  const rules = await import('../check-note.ts').catch(() => null);
  return rules?.checkNote(values) ?? {};
}

/** What the form says about its fields: of each from when the person left it, of all once they were asked for. */
export function useNoteCheck({ values, revision }: Pick<NoteSessionState, 'values' | 'revision'>) {
  const [shown, setShown] = useState(NONE);
  const [errors, setErrors] = useState<NoteErrors>({});

  // Another text is shown: nobody has gone through its fields yet.
  const [shownRevision, setShownRevision] = useState(revision);
  if (shownRevision !== revision) {
    setShownRevision(revision);
    setShown(NONE);
  }

  useEffect(() => {
    if (shown.size === 0) return;
    let isLatest = true;
    void findNoteErrors(values).then((found) => isLatest && setErrors(found));
    return () => {
      isLatest = false;
    };
  }, [shown, values]);

  return {
    errors: {
      title: shown.has('title') ? errors.title : undefined,
      body: shown.has('body') ? errors.body : undefined,
    },
    left: (field: Field) => setShown((before) => (before.has(field) ? before : new Set(before).add(field))),
    /** Checks all fields, as a save does, and tells what is wrong. */
    all: async (latest: NoteValues): Promise<NoteErrors> => {
      const found = await findNoteErrors(latest);
      setErrors(found);
      setShown(ALL);
      return found;
    },
  };
}
