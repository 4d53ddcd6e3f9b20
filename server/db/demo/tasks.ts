import type { TaskAction } from '#shared/tasks/constants.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import { demoTime, nextDemoTime } from './local-time.ts';
import { DEMO_FAMILIES, DEMO_PEOPLE } from './people.ts';
import { type DemoContext, personOf, type SeededPerson } from './context.ts';

interface DemoTask {
  name: string;
  description: string;
  points: number;
  /** Due this many days from now at 5 PM, or the next evening at 8 PM; negative is overdue. */
  due?: number | 'evening';
  /** Completed this many days ago. */
  done?: number;
  steps?: string[];
  /** Whether the mentor raised its points from 5 lately. */
  raised?: true;
  weekly?: true;
}

interface DemoList {
  name: string;
  /** Who created it: the student, or their first mentor. */
  by: 'student' | 'mentor';
  private: boolean;
  color: 'blue' | 'green' | 'amber' | 'violet' | 'teal';
  tasks: DemoTask[];
}

/** The lists of a demo student, with their tasks. */
export const DEMO_LISTS: readonly DemoList[] = [
  {
    name: 'SAT preparation',
    by: 'mentor',
    private: false,
    color: 'blue',
    tasks: [
      {
        name: 'Register for the spring SAT',
        description:
          'Choose the March date, so that a second try is possible in June. Ask about the fee waiver.',
        points: 20,
        due: -1,
        steps: ['Choose the test center', 'Upload a photo', 'Pay or use the waiver'],
      },
      {
        name: 'Two timed math sections',
        description: '35 minutes each, with the timer. Mark the questions that took longer than a minute.',
        points: 15,
        due: 1,
        weekly: true,
      },
      {
        name: 'Review the last practice test',
        description: 'For every wrong answer: was it knowledge, reading or time?',
        points: 10,
        due: 4,
      },
      {
        name: 'Full practice test',
        description: 'In one morning, with breaks as in the real exam.',
        points: 30,
        due: 12,
      },
      { name: 'Take a first practice test', description: 'To know where you stand.', points: 20, done: 6 },
      {
        name: 'Learn ten words a day for two weeks',
        description: 'Use the flash cards.',
        points: 10,
        done: 2,
      },
    ],
  },
  {
    name: 'College list',
    by: 'mentor',
    private: false,
    color: 'green',
    tasks: [
      {
        name: 'Write one question for each target college',
        description: 'Something that their pages do not answer. Good questions make good visits.',
        points: 15,
        due: 'evening',
        steps: ['UC Davis', 'Santa Clara', 'University of Washington'],
      },
      {
        name: 'Run the net price calculators',
        description: 'Together with a parent; you need last year’s tax return.',
        points: 20,
        due: 9,
      },
      {
        name: 'Attend one online session',
        description: 'Write down two things you liked and one you did not.',
        points: 10,
        due: 20,
        raised: true,
      },
      {
        name: 'List what matters in a college',
        description: 'Size, place, majors, cost.',
        points: 10,
        done: 15,
      },
    ],
  },
  {
    name: 'My own plans',
    by: 'student',
    private: true,
    color: 'violet',
    tasks: [
      {
        name: 'Ask Ms. Lee about the robotics summer program',
        description: 'Before the break.',
        points: 0,
        due: 3,
      },
      { name: 'Find a topic for the history project', description: 'Something local.', points: 0 },
    ],
  },
];

/** Adds lists with tasks, steps and history for every demo student; the student of the demo account has all lists. */
export async function seedTasks(context: DemoContext): Promise<void> {
  const { database, people, now } = context;
  const students = ['student', ...DEMO_PEOPLE.filter(({ role }) => role === 'student').map(({ key }) => key)];
  for (const [index, key] of students.entries()) {
    const student = personOf(context, key);
    const mentor = (DEMO_FAMILIES[key] ?? [])
      .map((other) => personOf(context, other))
      .find(({ role }) => role === 'mentor');
    const lists = key === 'student' ? DEMO_LISTS : DEMO_LISTS.slice(0, 2);
    const pair = { student, mentor: mentor ?? student, shift: index % 5 };
    for (const list of lists) await seedList(context, list, pair);
  }
  const student = people.get('student');
  const firstList = await database.kysely
    .selectFrom('taskLists')
    .select('pk')
    .where('ownerPk', '=', (student as SeededPerson).pk)
    .orderBy('pk')
    .executeTakeFirstOrThrow();
  for (const key of ['student', 'mentor', 'parent']) {
    await database.kysely
      .insertInto('favoriteLists')
      .values({ userPk: personOf(context, key).pk, listPk: firstList.pk, createdAt: now })
      .execute();
  }
}

/** A list to fill with tasks. */
interface NewList {
  listPk: number;
  student: SeededPerson;
  /** Who added the list and its tasks. */
  author: SeededPerson;
  isPrivate: boolean;
  createdAt: Date;
  /** Spreads the dates of other students. */
  shift: number;
}

async function seedList(
  context: DemoContext,
  list: DemoList,
  { student, mentor, shift }: { student: SeededPerson; mentor: SeededPerson; shift: number },
) {
  const author = list.by === 'mentor' ? mentor : student;
  const createdAt = demoTime(context.now, -21, 16);
  const { pk: listPk } = await context.database.kysely
    .insertInto('taskLists')
    .values({
      ownerPk: student.pk,
      createdByPk: author.pk,
      name: list.name,
      slug: `${list.private ? 'list' : list.name.toLowerCase().replaceAll(' ', '-')}-${student.pk}`,
      color: list.color,
      private: list.private,
      createdAt,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const newList: NewList = { listPk, student, author, isPrivate: list.private, createdAt, shift };
  for (const [index, task] of list.tasks.entries()) {
    const pk = await insertTask(context, newList, task, { position: index + 1, parentPk: null });
    for (const [stepIndex, step] of (task.steps ?? []).entries()) {
      const values = { name: step, description: step, points: 0, ...(stepIndex === 0 ? { done: 1 } : {}) };
      await insertTask(context, newList, values, { position: stepIndex + 1, parentPk: pk });
    }
  }
}

/** Inserts a task or step with its history. @returns its pk */
async function insertTask(
  context: DemoContext,
  list: NewList,
  task: DemoTask,
  place: { position: number; parentPk: number | null },
): Promise<number> {
  const { now } = context;
  const { listPk, student, author, createdAt, shift } = list;
  const body = plainBody(task.description);
  const dueAt = task.due === undefined ? null : dueDate(now, task.due, shift);
  const completedAt = task.done === undefined ? null : demoTime(now, -task.done - shift, 18, 20);
  const { pk } = await context.database.kysely
    .insertInto('tasks')
    .values({
      listPk,
      ownerPk: student.pk,
      createdByPk: author.pk,
      ...place,
      name: task.name,
      body: JSON.stringify(body),
      htmlBody: renderHtml(body),
      points: task.points,
      dueAt,
      recurrence: task.weekly ? 'weekly' : null,
      recurrenceDay: null,
      repeatsPk: null,
      completedAt,
      sourceNotePk: null,
      createdAt,
      updatedAt: completedAt ?? createdAt,
      deletedAt: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await record(context, list, { taskPk: pk, actorPk: author.pk, action: 'CREATE', createdAt });
  if (task.raised) {
    const raisedAt = demoTime(now, -1 - 3 * shift, 17);
    const raise = { taskPk: pk, actorPk: author.pk, action: 'UPDATE_POINTS', createdAt: raisedAt } as const;
    await record(context, list, { ...raise, oldPoints: 5, newPoints: task.points });
  }
  if (completedAt !== null) {
    await record(context, list, {
      taskPk: pk,
      actorPk: student.pk,
      action: 'COMPLETE',
      createdAt: completedAt,
    });
  }
  return pk;
}

/** Adds an entry to the history of a list. */
async function record(
  { database }: DemoContext,
  { listPk, student, isPrivate }: NewList,
  entry: {
    taskPk: number;
    actorPk: number;
    action: TaskAction;
    createdAt: Date;
    oldPoints?: number;
    newPoints?: number;
  },
) {
  await database.kysely
    .insertInto('taskActivities')
    .values({
      ownerPk: student.pk,
      listPk,
      oldListPk: null,
      wasPrivate: isPrivate,
      oldName: null,
      newName: null,
      oldPoints: null,
      newPoints: null,
      oldDueAt: null,
      newDueAt: null,
      ...entry,
    })
    .execute();
}

/** Returns when a task is due; `shift` spreads the dates of other students over the following days. */
function dueDate(now: Date, due: number | 'evening', shift: number): Date {
  if (due !== 'evening') return demoTime(now, due + shift, 17);
  return shift === 0 ? nextDemoTime(now, 20) : demoTime(now, 3 * shift, 20);
}
