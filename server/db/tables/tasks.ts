import type { Generated } from 'kysely';
import type { ListColor, TaskAction } from '#shared/tasks/constants.ts';
import type { Recurrence } from '#shared/tasks/recurrence-rule.ts';

/** A task of a templated list. */
export interface TemplateTask {
  name: string;
  /** Plain text. */
  description: string;
  points: number;
  /** Due at the end of the day this many days after the list was added; null without a due date. */
  dueInDays: number | null;
  steps: string[];
}

export interface TaskTables {
  taskLists: {
    pk: Generated<number>;
    ownerPk: number;
    createdByPk: number | null;
    name: string;
    /** Unique over all owners, because REST names a list by its slug alone; stable when the list is renamed. */
    slug: string;
    color: ListColor;
    private: boolean;
    createdAt: Date;
  };
  tasks: {
    pk: Generated<number>;
    listPk: number;
    /** The owner of the list, which a task never leaves. */
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
    /** The day of the month that a monthly task keeps to, also after a shorter month. */
    recurrenceDay: number | null;
    /** The completed task that made this one. */
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
    /** Where the task was; of a move, where it went. */
    listPk: number | null;
    oldListPk: number | null;
    actorPk: number | null;
    action: TaskAction;
    /** Whether that list was private then: the entry stays its owner's (product decision 20). */
    wasPrivate: boolean;
    /** Recorded because another task changed: shown in the task's history, not in the list's. */
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
