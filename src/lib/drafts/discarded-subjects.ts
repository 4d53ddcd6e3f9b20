import { DISCARDED_PREFIX } from './discarded-creates.ts';
import { draftStore } from './draft-store.ts';

/** Returns the subjects of the editors whose discarded creates wait on this device, for a screen without an editor. */
export async function discardedSubjects(owner: string): Promise<string[]> {
  const subjects = (await draftStore.of(owner)).map(({ subject }) => subject);
  return [...new Set(subjects.filter((subject) => subject.startsWith(DISCARDED_PREFIX)))].map((subject) =>
    subject.slice(DISCARDED_PREFIX.length),
  );
}
