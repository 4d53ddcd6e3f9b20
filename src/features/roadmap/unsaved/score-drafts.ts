import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import type { Roadmap } from '../queries.ts';

/** Returns the subject of the draft of a stored exam score. */
export function scoreDraftSubject(roadmapId: string, scoreId: string): string {
  return `score:${roadmapId}:${scoreId}`;
}

/** Deletes the drafts of scores that someone else deleted. They have no text to copy. */
export async function deleteDraftsOfDeletedScores(
  owner: string,
  { id, satScores, actScores, examScores }: Roadmap,
): Promise<void> {
  const scores = [...satScores, ...actScores, ...examScores];
  const existing = new Set(scores.map((score) => scoreDraftSubject(id, score.id)));
  const deleted = (await draftStore.of(owner))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith(scoreDraftSubject(id, '')) && !existing.has(subject));
  deleteDraftsAbout(owner, deleted);
}
