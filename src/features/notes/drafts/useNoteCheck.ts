import { useEffect, useState } from 'react';
import type { NoteErrors, NoteValues } from './note-draft.ts';

type Field = keyof NoteErrors;

const NONE: ReadonlySet<Field> = new Set();
const ALL: ReadonlySet<Field> = new Set<Field>(['title', 'body']);

/**
 * Returns the errors of a note. The rules load with the first check. If they cannot load offline, the note is stored
 * unchecked, and the server validates it later.
 */
export async function findNoteErrors(values: NoteValues): Promise<NoteErrors> {
  const rules = await import('../check-note.ts').catch(() => null);
  return rules?.checkNote(values) ?? {};
}

/** Returns the errors to show: of each field after the person left it, of all fields after a check. */
export function useNoteCheck({ values, revision }: { values: NoteValues; revision: number }) {
  const [shown, setShown] = useState(NONE);
  const [errors, setErrors] = useState<NoteErrors>({});

  // Resets the visited fields when another text is shown.
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
    markVisited: (field: Field) =>
      setShown((before) => (before.has(field) ? before : new Set(before).add(field))),
    /** Checks all fields, as a save does, and returns the errors. */
    checkAll: async (latest: NoteValues): Promise<NoteErrors> => {
      const found = await findNoteErrors(latest);
      setErrors(found);
      setShown(ALL);
      return found;
    },
  };
}
