import { INSERT_NOTE_INTERACTIONS, INSERT_TASK_INTERACTIONS } from '../interactions.ts';
import type { DemoContext } from './context.ts';

/** Adds the interactions of all demo tasks and sent meeting notes. */
export async function seedInteractions({ database }: DemoContext): Promise<void> {
  const notes = await database.kysely.selectFrom('notes').select('pk').execute();
  await database.query(INSERT_NOTE_INTERACTIONS, [notes.map(({ pk }) => pk)]);
  // Steps are in the history of their tasks only.
  const activities = await database.kysely
    .selectFrom('taskActivities')
    .innerJoin('tasks', 'tasks.pk', 'taskActivities.taskPk')
    .select('taskActivities.pk')
    .where('tasks.parentPk', 'is', null)
    .execute();
  await database.query(INSERT_TASK_INTERACTIONS, [activities.map(({ pk }) => pk)]);
}
