import { paths } from '#shared/kernel/paths.ts';
import type { RelationKind } from '#shared/kernel/roles.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import type { Relation, RelationsRepository } from './relations.repository.ts';

export const RELATION_CHANGED = 'relation_changed';

/** A relation that was added or removed; each change has its own id. */
export interface RelationEvent extends Relation {
  id: string;
  change: 'assigned' | 'removed';
}

const STUDENTS: Readonly<Record<RelationKind, string>> = { mentor: 'student', parent: 'child' };

/** Alerts the student and the parent or mentor about an added or removed relation. */
export function relationChanged(repository: RelationsRepository): EventSource<RelationEvent> {
  return {
    kind: RELATION_CHANGED,
    reason: 'You get this because your mentors, parents or students changed.',
    async alertsOf({ id, change, studentPk, userPk, kind }) {
      const people = await repository.people([studentPk, userPk]);
      const alert = (receiver: number, other: number, relation: string, pathAfterRemoval: string) => {
        const name = people.get(other)?.fullName ?? '';
        return {
          userPk: receiver,
          key: `${RELATION_CHANGED}:${id}`,
          title:
            change === 'assigned'
              ? `${name} is now your ${relation}`
              : `${name} is no longer your ${relation}`,
          path: change === 'assigned' ? paths.user(other) : pathAfterRemoval,
          // The alert about a removal stays.
          studentPk: change === 'assigned' ? studentPk : null,
        };
      };
      return [
        alert(studentPk, userPk, kind, paths.me),
        alert(userPk, studentPk, STUDENTS[kind], paths.students),
      ];
    },
  };
}
