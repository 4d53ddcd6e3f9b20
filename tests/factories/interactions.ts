import type { Database } from '#server/db/database.ts';
import { INSERT_NOTE_INTERACTIONS } from '#server/db/interactions.ts';
import type { TestNote } from './notes.ts';
import type { TestList, TestTask } from './tasks.ts';

/** Creates the interaction of a task that its mentor completed, or that its owner completed in a private list. */
export async function createTaskInteraction(
  database: Database,
  { ownerPk, pk: listPk }: TestList,
  task: TestTask,
  given: { mentor: { pk: number }; private?: boolean; createdAt?: Date },
): Promise<void> {
  const wasPrivate = given.private ?? false;
  await database.kysely
    .insertInto('interactions')
    .values({
      studentPk: ownerPk,
      mentorPk: given.mentor.pk,
      actorPk: wasPrivate ? ownerPk : given.mentor.pk,
      createdAt: given.createdAt ?? new Date(),
      notePk: null,
      action: 'COMPLETE',
      taskPk: task.pk,
      taskName: task.name,
      listPk,
      oldListPk: null,
      oldName: null,
      newName: null,
      oldPoints: null,
      newPoints: null,
      oldDueAt: null,
      newDueAt: null,
      wasPrivate,
      shared: !wasPrivate,
    })
    .execute();
}

/** Creates the interaction of a sent meeting note. */
export async function createNoteInteraction(database: Database, note: TestNote): Promise<void> {
  await database.query(INSERT_NOTE_INTERACTIONS, [[note.pk]]);
}
