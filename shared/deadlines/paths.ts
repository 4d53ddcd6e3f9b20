import { paths } from '../kernel/paths.ts';
import type { DeadlineKind } from './schema.ts';

/** Returns the page of a deadline: the essay, or the colleges of the student's roadmap. */
export function deadlinePath(
  { kind, pk, studentPk }: { kind: DeadlineKind; pk: number; studentPk: number },
  viewerPk: number,
): string {
  if (kind === 'ESSAY') return paths.essay(studentPk, pk);
  return `${paths.roadmap(studentPk === viewerPk ? undefined : studentPk)}colleges/`;
}
