import { useEffect, useRef } from 'react';
import { DiscardedCreates } from './discarded-creates.ts';
import { discardedSubjects } from './discarded-subjects.ts';
import type { StoredText, TextSessionOptions, TextValues } from './text-session-state.ts';

/** How the discarded creates of one editor are repeated and deleted. */
export type Deletions<Values, Stored> = Pick<
  TextSessionOptions<Values, Stored>,
  'subjectOf' | 'create' | 'remove'
>;

/**
 * Deletes the texts that the person discarded, if the editor was closed before the server could be reached. For a list
 * of the texts.
 * @param deletionsOf gets the subject of the editor; returns null for one that is not repeated here
 */
export function useDeleteDiscarded<Values extends TextValues, Stored extends StoredText<Values>>(
  owner: string,
  deletionsOf: (subject: string) => Promise<Deletions<Values, Stored> | null>,
): void {
  const latest = useRef(deletionsOf);
  latest.current = deletionsOf;
  useEffect(() => {
    let isOpen = true;
    const opened: DiscardedCreates<Values, Stored>[] = [];

    async function repeat(subject: string) {
      const deletions = await latest.current(subject);
      if (deletions === null || !isOpen) return;
      const discarded = new DiscardedCreates<Values, Stored>(
        { owner, subject, ...deletions },
        { isOpen: () => isOpen, knows: () => false },
      );
      opened.push(discarded);
      await discarded.open();
    }

    // Without storage there is nothing to repeat.
    void discardedSubjects(owner)
      .then((subjects) => Promise.all(subjects.map(repeat)))
      .catch(() => undefined);
    return () => {
      isOpen = false;
      for (const discarded of opened) discarded.close();
    };
  }, [owner]);
}
