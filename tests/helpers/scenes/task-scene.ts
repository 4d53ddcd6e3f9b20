/** The people, lists and requests of the API tests about tasks. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createList, describedBy, type TestList } from '#tests/factories/tasks.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
export let family: Awaited<ReturnType<typeof createFamily>>;
/** The client of each person of the family. */
export let as: Record<keyof typeof family, TestClient>;
/** A shared list of the student. */
export let list: TestList;
export let privateList: TestList;

/** Starts the server for the tests of a file, and creates a family with two lists for each test. */
export function startTaskTests() {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    family = await createFamily(app.database);
    const entries = await Promise.all(
      Object.entries(family).map(async ([name, user]) => [name, await app.as(user)] as const),
    );
    as = Object.fromEntries(entries) as typeof as;
    list = await createList(app.database, family.student, { name: 'Shared list' });
    privateList = await createList(app.database, family.student, { name: 'Private list', private: true });
  });
}

const FIELDS = /* GraphQL */ `
  fragment Fields on Task {
    id
    pk
    name
    points
    dueAt
    recurrence
    body
    htmlBody
    completed
    completedAt
    parent {
      pk
      name
    }
    children {
      pk
      name
      completed
    }
    containingList {
      id
      slug
      name
    }
    createdByPk
    sourceNote {
      title
    }
    taskactivitySet {
      id
      action
      createdByPk
      createdByFullName
      createdAt
      oldName
      newName
      oldPoints
      newPoints
      oldDueAt
      newDueAt
      oldContainingList {
        id
        name
      }
      newContainingList {
        id
        name
      }
    }
    version
    permissions
  }
`;
export const CREATE_TASK = `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { ...Fields } } } ${FIELDS}`;
export const UPDATE_TASK = `mutation ($input: UpdateTaskInput!) {
  updateTask(input: $input) { task { ...Fields } nextTask { ...Fields } }
} ${FIELDS}`;
const TASK = `query ($pk: Int!) { task(pk: $pk) { ...Fields } } ${FIELDS}`;

interface Failure {
  code: string | undefined;
  message: string;
  fields: Record<string, string> | undefined;
}

/** Returns the first error of a refused request. */
export function failure(answer: Awaited<ReturnType<TestClient['graphql']>>): Failure {
  const [error] = answer.errors ?? [];
  if (error === undefined) throw new Error('It succeeded.');
  return { code: error.extensions?.code, message: error.message, fields: error.extensions?.fields };
}

/** Returns the input of a new task of the shared list. */
export function input(given: object = {}) {
  return { name: 'Write the essay', ...describedBy('650 words'), containingListId: list.id, ...given };
}

/** Creates a task with all its fields. */
export async function create(client: TestClient, given: object = {}) {
  const answer = await client.graphql(CREATE_TASK, { input: input(given) });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['createTask'].task;
}

/** Changes a task. @returns the task, and the next one of a repeating task */
export async function update(client: TestClient, given: object) {
  const answer = await client.graphql(UPDATE_TASK, { input: given });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['updateTask'];
}

/** Reads a task. */
export async function read(client: TestClient, pk: number) {
  return (await client.graphql(TASK, { pk })).data?.['task'];
}

/** Returns the actions of the task's history. */
export function actions(task: { taskactivitySet: { action: string }[] }) {
  return task.taskactivitySet.map((entry) => entry.action);
}
