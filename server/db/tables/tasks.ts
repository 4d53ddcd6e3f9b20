import type { Generated } from 'kysely';
import type { ListColor, TaskAction } from '#shared/tasks/constants.ts';
import type { Recurrence } from '#shared/tasks/recurrence-rule.ts';

/** A task of a templated list. */
export interface TemplateTask {
  name: string;
  /** Plain text. */
  description: string;
  points: number;
  /** Due at the end of the day this many days after the list was added; null for no due date. */
  dueInDays: number | null;
  steps: string[];
}

export interface TaskTables {
  taskLists: {
    pk: Generated<number>;
    ownerPk: number;
    createdByPk: number | null;
    name: string;
    /** Unique across owners, because REST identifies a list by its slug; unchanged when the list is renamed. */
    slug: string;
    color: ListColor;
    private: boolean;
    createdAt: Date;
  };
  tasks: {
    pk: Generated<number>;
    listPk: number;
    /** The list's owner. A task never changes owners. */
    ownerPk: number;
    /** The task that this one is a step of; steps have no steps. */
    parentPk: number | null;
    createdByPk: number | null;
    name: string;
    body: string;
    htmlBody: string;
    points: number;
    dueAt: Date | null;
    recurrence: Recurrence | null;
    /** The day of the month of a monthly task, also after a shorter month. */
    recurrenceDay: number | null;
    /** The completed task that created this one. */
    repeatsPk: number | null;
    completedAt: Date | null;
    /** Whether completing the parent completed this step (TASK-015). */
    completedByParent: Generated<boolean>;
    sourceNotePk: number | null;
    position: number;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    deletedAt: Date | null;
  };
  taskActivities: {
    pk: Generated<number>;
    taskPk: number;
    ownerPk: number;
    /** The task's list; of a move, the new list. */
    listPk: number | null;
    oldListPk: number | null;
    actorPk: number | null;
    action: TaskAction;
    /** Whether that list was private then: only its owner sees the entry. */
    wasPrivate: boolean;
    /** Caused by another task's change: shown in the task's history, not in the list's. */
    indirect: Generated<boolean>;
    createdAt: Date;
    oldName: string | null;
    newName: string | null;
    oldPoints: number | null;
    newPoints: number | null;
    oldDueAt: Date | null;
    newDueAt: Date | null;
  };
  favoriteLists: { userPk: number; listPk: number; createdAt: Date };
  listTemplates: {
    pk: Generated<number>;
    ownerPk: number;
    title: string;
    description: string;
    tasks: TemplateTask[];
    createdAt: Date;
  };
  calendarFeeds: { userPk: number; tokenHash: string; titlesOnly: boolean; createdAt: Date };
}
