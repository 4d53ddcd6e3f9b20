import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import type { Recurrence } from '#shared/tasks/recurrence-rule.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { TestUser } from './users.ts';

export interface TestList {
  pk: number;
  id: string;
  slug: string;
  name: string;
  ownerPk: number;
}

export interface TestTask {
  pk: number;
  id: string;
  name: string;
}

/** The number in the newest name. All have the same number of digits, so names sort in the order of creation. */
let count = 100_000;

/** Creates a list, by default a shared one. */
export async function createList(
  database: Database,
  owner: Pick<TestUser, 'pk'>,
  given: { name?: string; private?: boolean; createdBy?: Pick<TestUser, 'pk'> } = {},
): Promise<TestList> {
  count += 1;
  const row = await database.kysely
    .insertInto('taskLists')
    .values({
      ownerPk: owner.pk,
      createdByPk: (given.createdBy ?? owner).pk,
      name: given.name ?? `List ${count}`,
      slug: `list-${randomUUID().slice(0, 8)}`,
      color: 'blue',
      private: given.private ?? false,
      createdAt: new Date(),
    })
    .returning(['pk', 'slug', 'name', 'ownerPk'])
    .executeTakeFirstOrThrow();
  return { ...row, id: toGlobalId('TaskList', row.pk) };
}

/** Creates a task of a list, or a step of another task, without history. */
export async function createTask(
  database: Database,
  list: TestList,
  given: {
    name?: string;
    createdBy?: Pick<TestUser, 'pk'>;
    parent?: TestTask;
    points?: number;
    dueAt?: Date | null;
    recurrence?: Recurrence;
    completedAt?: Date;
  } = {},
): Promise<TestTask> {
  count += 1;
  const name = given.name ?? `Task ${count}`;
  const body = plainBody(name);
  const row = await database.kysely
    .insertInto('tasks')
    .values({
      listPk: list.pk,
      ownerPk: list.ownerPk,
      parentPk: given.parent?.pk ?? null,
      createdByPk: given.createdBy?.pk ?? list.ownerPk,
      name,
      body: JSON.stringify(body),
      htmlBody: renderHtml(body),
      points: given.points ?? 0,
      dueAt: given.dueAt ?? null,
      recurrence: given.recurrence ?? null,
      recurrenceDay: given.dueAt?.getUTCDate() ?? null,
      repeatsPk: null,
      completedAt: given.completedAt ?? null,
      sourceNotePk: null,
      position: count,
      createdAt: new Date(),
      updatedAt: new Date(),
      deletedAt: null,
    })
    .returning(['pk', 'name'])
    .executeTakeFirstOrThrow();
  return { ...row, id: toGlobalId('Task', row.pk) };
}

/** Returns the text as `body` of a mutation, with the `htmlBody` that clients send too. */
export function describedBy(text: string) {
  return { body: JSON.stringify(plainBody(text)), htmlBody: `<p>${text}</p>` };
}
