import type { Database } from '#server/db/database.ts';
import { createList, createTask, describedBy, type TestList, type TestTask } from '#tests/factories/tasks.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { MENTORS, RELATED, STUDENT, type Cell, type Rule } from './rules.ts';

const WRITERS = { ...RELATED, parent: 'refused' } as const;
/** The creator and the owner can delete a task. */
const DELETERS = { ...WRITERS, coMentor: 'refused' } as const;
const OWNER_TOGGLES = {
  author: 'refused',
  coMentor: 'refused',
  student: 'allow',
  parent: 'refused',
} as const;

/** The actions on a list and its task, which the author created for the student. */
const ACTIONS = {
  'list: read': { shared: RELATED, unseen: 'empty' },
  'list: change': { shared: WRITERS, unseen: 'hidden' },
  'list: make private or shared': { shared: OWNER_TOGGLES, unseen: 'hidden' },
  'list: mark as favorite': { shared: RELATED, unseen: 'hidden' },
  'list: read the history': { shared: RELATED, unseen: 'hidden' },
  'list: read what is completed': { shared: RELATED, unseen: 'hidden' },
  'list: delete': { shared: DELETERS, unseen: 'hidden' },
  'task: read': { shared: RELATED, unseen: 'hidden' },
  'task: create': { shared: WRITERS, unseen: 'hidden' },
  'task: edit': { shared: WRITERS, unseen: 'hidden' },
  'task: complete': { shared: WRITERS, unseen: 'hidden' },
  'task: reorder': { shared: WRITERS, unseen: 'hidden' },
  'task: read the history': { shared: RELATED, unseen: 'hidden' },
  'task: find by name': { shared: RELATED, unseen: 'empty' },
  'task: delete': { shared: DELETERS, unseen: 'hidden' },
} as const satisfies Record<string, { shared: Rule['cells']; unseen: Cell }>;
type Action = keyof typeof ACTIONS;

function rulesOf(kind: 'shared' | 'private') {
  return Object.entries(ACTIONS).map(([name, { shared, unseen }]): Rule => {
    const [thing = '', action = ''] = name.split(': ');
    const cells = kind === 'shared' ? shared : STUDENT;
    return { object: kind === 'shared' ? thing : `private ${thing}`, action, cells, others: unseen };
  });
}

/** The rows of the matrix about lists and tasks. */
export const TASK_RULES: readonly Rule[] = [
  ...rulesOf('shared'),
  ...rulesOf('private'),
  {
    object: 'list',
    action: 'add for the student',
    cells: { author: 'allow', coMentor: 'allow', student: 'allow', parent: 'refused' },
    others: 'hidden',
  },
  { object: 'list', action: 'read all of the student', cells: RELATED, others: 'hidden' },
  { object: 'task', action: 'read what is upcoming', cells: RELATED, others: 'hidden' },
  { object: 'task', action: 'read what was completed recently', cells: RELATED, others: 'hidden' },
  {
    object: 'task',
    action: 'read those of a note',
    cells: MENTORS,
    others: 'hidden',
  },
  {
    object: 'templated list',
    action: 'list',
    cells: { student: 'refused', parent: 'refused', unrelatedStudent: 'refused', unrelatedParent: 'refused' },
    others: 'allow',
  },
  {
    object: 'templated list',
    action: 'add for the student',
    cells: {
      author: 'allow',
      coMentor: 'allow',
      student: 'refused',
      parent: 'refused',
      unrelatedStudent: 'refused',
      unrelatedParent: 'refused',
    },
    others: 'hidden',
  },
];

/** A list with a task, shared and private, created by the author for the student. */
export interface SceneTasks {
  list: TestList;
  task: TestTask;
  privateList: TestList;
  privateTask: TestTask;
}

/** Creates the lists and tasks of the scene. */
export async function createTaskScene(
  database: Database,
  { student, author }: { student: TestUser; author: TestUser },
): Promise<SceneTasks> {
  const list = await createList(database, student, { createdBy: author });
  const privateList = await createList(database, student, { private: true });
  const dueAt = new Date(Date.now() + 86_400_000);
  return {
    list,
    task: await createTask(database, list, { createdBy: author, dueAt }),
    privateList,
    privateTask: await createTask(database, privateList, { dueAt }),
  };
}

interface Scene {
  users: { student: { pk: number } };
  note: { id: string };
  tasks: SceneTasks;
}

/** A response, and whether it contains the object. */
interface Outcome {
  code: string | undefined;
  found: boolean;
}
type Attempt = (client: TestClient, scene: Scene) => Promise<Outcome>;

function graphql(document: string, variables: (scene: Scene) => object, path = ''): Attempt {
  return async (client, scene) => {
    const { data, errors } = await client.graphql(document, variables(scene));
    const found = path === '' || JSON.stringify(data?.[path] ?? null).includes('"pk"');
    return { code: errors?.[0]?.extensions?.code, found };
  };
}

function rest(method: string, path: (scene: Scene) => string, body?: (scene: Scene) => object): Attempt {
  return async (client, scene) => {
    const answer = await client.rest(method, path(scene), body?.(scene));
    return { code: answer.status < 300 ? undefined : answer.body.code, found: true };
  };
}

function attemptsOn(pick: (scene: Scene) => { list: TestList; task: TestTask }): Record<Action, Attempt> {
  const update = 'mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { pk } } }';
  return {
    'list: read': graphql(
      'query ($slug: String) { allTaskLists(first: 1, slug: $slug) { edges { node { pk } } } }',
      (scene) => ({ slug: pick(scene).list.slug }),
      'allTaskLists',
    ),
    'list: change': rest(
      'PUT',
      (scene) => `/api/lists/${pick(scene).list.slug}/`,
      () => ({ name: 'Changed' }),
    ),
    'list: make private or shared': async (client, scene) => {
      const isPrivate = pick(scene).list === scene.tasks.privateList;
      const path = `/api/lists/${pick(scene).list.slug}/`;
      const answer = await client.rest('PUT', path, { private: !isPrivate });
      return { code: answer.status < 300 ? undefined : answer.body.code, found: true };
    },
    'list: mark as favorite': rest(
      'POST',
      () => '/api/me/favorites/',
      (scene) => ({ list_id: pick(scene).list.pk }),
    ),
    'list: read the history': graphql(
      'query ($pk: Int) { taskActivities(listPk: $pk) { totalCount } }',
      (scene) => ({ pk: pick(scene).list.pk }),
    ),
    'list: read what is completed': graphql(
      'query ($pk: Int!) { completedTasks(listPk: $pk) { totalCount } }',
      (scene) => ({ pk: pick(scene).list.pk }),
    ),
    'list: delete': rest('DELETE', (scene) => `/api/lists/${pick(scene).list.slug}/`),
    'task: read': graphql('query ($pk: Int!) { task(pk: $pk) { name } }', (scene) => ({
      pk: pick(scene).task.pk,
    })),
    'task: create': graphql(
      'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { pk } } }',
      (scene) => ({
        input: { name: 'New', ...describedBy('New'), containingListId: pick(scene).list.id },
      }),
    ),
    'task: edit': graphql(update, (scene) => ({
      input: { id: pick(scene).task.id, name: 'Changed', ...describedBy('Changed') },
    })),
    'task: complete': graphql(update, (scene) => ({ input: { id: pick(scene).task.id, completed: true } })),
    'task: reorder': graphql(
      'mutation ($id: ID!) { reorderTask(input: { id: $id }) { task { pk } } }',
      (scene) => ({ id: pick(scene).task.id }),
    ),
    'task: read the history': graphql(
      'query ($pk: Int) { taskActivities(taskPk: $pk) { totalCount } }',
      (scene) => ({ pk: pick(scene).task.pk }),
    ),
    'task: find by name': graphql(
      'query ($name: String!) { searchTasks(search: $name, first: 50) { pk } }',
      (scene) => ({ name: pick(scene).task.name }),
      'searchTasks',
    ),
    'task: delete': rest('DELETE', (scene) => `/api/tasks/${pick(scene).task.pk}/`),
  };
}

function named(kind: 'shared' | 'private', attempts: Record<Action, Attempt>): Record<string, Attempt> {
  if (kind === 'shared') return attempts;
  return Object.fromEntries(Object.entries(attempts).map(([name, attempt]) => [`private ${name}`, attempt]));
}

/** How to attempt each of {@link TASK_RULES}. */
export const TASK_ATTEMPTS: Record<string, Attempt> = {
  ...named(
    'shared',
    attemptsOn(({ tasks }) => tasks),
  ),
  ...named(
    'private',
    attemptsOn(({ tasks }) => ({ list: tasks.privateList, task: tasks.privateTask })),
  ),
  'list: add for the student': rest(
    'POST',
    () => '/api/lists/',
    ({ users }) => ({ name: 'For the student', user_id: users.student.pk }),
  ),
  'list: read all of the student': rest('GET', ({ users }) => `/api/users/${users.student.pk}/lists/`),
  'task: read what is upcoming': graphql(
    'query ($pk: Int) { allUpcomingTasks(userPk: $pk) { totalCount } }',
    ({ users }) => ({ pk: users.student.pk }),
  ),
  'task: read what was completed recently': graphql(
    'query ($pk: Int) { recentlyCompletedTasks(userPk: $pk) { totalCount } }',
    ({ users }) => ({ pk: users.student.pk }),
  ),
  'task: read those of a note': graphql(
    'query ($noteId: ID!) { tasksOfNote(noteId: $noteId) { pk } }',
    ({ note }) => ({ noteId: note.id }),
  ),
  'templated list: list': rest('GET', () => '/api/list_templates/'),
  'templated list: add for the student': rest(
    'POST',
    () => '/api/add_templated_list/',
    ({ users }) => ({ target_user_pk: users.student.pk, templated_list_pk: 1 }),
  ),
};
