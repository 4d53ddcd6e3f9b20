/** The people and objects of the tests about authorization. */
import type { TestApp } from '#tests/helpers/server/test-app.ts';
import { createMeeting, createNote, type TestMeeting, type TestNote } from '#tests/factories/notes.ts';
import { createNoteInteraction, createTaskInteraction } from '#tests/factories/interactions.ts';
import { createInvitation } from '#tests/factories/invitations.ts';
import { createRating, createReviewRequest } from '#tests/factories/ratings.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import type { Column } from './rules.ts';
import { createEssayScene, type SceneEssays } from './essays.ts';
import type { SceneRoadmap } from './roadmap.ts';
import { createTaskScene, type SceneTasks } from './tasks.ts';

/** One object of each kind, and the people of every matrix column. */
export interface Scene {
  users: Record<Exclude<Column, 'anonymous'>, TestUser>;
  note: TestNote;
  unsent: TestNote;
  sent: TestNote;
  /** A running meeting without a note. */
  meeting: TestMeeting;
  /** Keeps parents out of the student's meetings, or lets them in again. */
  keepParentsOut(isOn: boolean): Promise<void>;
  roadmap: SceneRoadmap;
  tasks: SceneTasks;
  essays: SceneEssays;
  /** A pending invitation by the student to a parent. */
  invitationId: string;
  /** The profile rating of the student. */
  ratingId: string;
}

/** Creates the people and the objects. */
export async function createScene({ database }: TestApp): Promise<Scene> {
  const { student, parent, mentor, coMentor, otherStudent, otherParent, otherMentor } =
    await createFamily(database);
  const staff = await createUser(database, { role: 'mentor', permissions: [...GLOBAL_PERMISSIONS] });
  const disabled = await createUser(database, { role: 'mentor' });
  await database.kysely
    .updateTable('users')
    .set({ disabledAt: new Date() })
    .where('pk', '=', disabled.pk)
    .execute();
  const meet = (startsAt?: Date) => createMeeting(database, { provider: mentor, client: student, startsAt });
  const author = mentor;
  const sent = await createNote(database, {
    author,
    meeting: await meet(),
    recipients: [student, parent, mentor, coMentor],
    title: 'Sent after the meeting',
  });
  const tasks = await createTaskScene(database, { student, author });
  await createNoteInteraction(database, sent);
  await createTaskInteraction(database, tasks.list, tasks.task, { mentor });
  await createTaskInteraction(database, tasks.privateList, tasks.privateTask, { mentor, private: true });
  await createReviewRequest(database, student);
  await database.query(`UPDATE users SET birthday = '2000-01-01' WHERE pk = $1`, [student.pk]);
  return {
    users: {
      author,
      coMentor,
      student,
      parent,
      unrelatedMentor: otherMentor,
      unrelatedStudent: otherStudent,
      unrelatedParent: otherParent,
      staff,
      disabled,
    },
    note: await createNote(database, { author, student }),
    unsent: await createNote(database, { author, meeting: await meet() }),
    sent,
    meeting: await meet(new Date(Date.now() - 60_000)),
    keepParentsOut: async (isOn) => {
      await database.query('UPDATE users SET keeps_parents_out = $2 WHERE pk = $1', [student.pk, isOn]);
    },
    roadmap: await createFilledRoadmap(database, student),
    tasks,
    essays: await createEssayScene(database, { student, author }),
    invitationId: (await createInvitation(database, student)).id,
    ratingId: (await createRating(database, student)).id,
  };
}
