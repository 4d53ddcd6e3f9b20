import type { Generated } from 'kysely';
import type { InteractionType } from '#shared/interactions/constants.ts';
import type { TaskAction } from '#shared/tasks/constants.ts';

/** Interactions between students and mentors (migration 230). */
export interface InteractionTables {
  interactions: {
    pk: Generated<number>;
    studentPk: number;
    /** The mentor who acted, or whose task the student worked on. */
    mentorPk: number | null;
    actorPk: number | null;
    createdAt: Date;
    /** The sent meeting note; null for a change of a task. */
    notePk: number | null;
    action: TaskAction | null;
    taskPk: number | null;
    /** The task's name at that time: the entry outlives the task. */
    taskName: string | null;
    /** The task's list; of a move, the new list. */
    listPk: number | null;
    oldListPk: number | null;
    oldName: string | null;
    newName: string | null;
    oldPoints: number | null;
    newPoints: number | null;
    oldDueAt: Date | null;
    newDueAt: Date | null;
    /** Whether the list was private then or when it was deleted: only the student sees the entry. */
    wasPrivate: Generated<boolean>;
    /** Set by triggers: whether people other than the student can see the entry now. */
    shared: boolean;
  };
  /** The newest interaction of each student that a mentor caused. */
  lastInteractions: {
    studentPk: number;
    createdAt: Date;
    interactionType: InteractionType;
    mentorPk: number | null;
  };
}
