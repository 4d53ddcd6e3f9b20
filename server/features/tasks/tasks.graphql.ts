import { toGlobalId } from '#shared/kernel/ids.ts';
import { RECENTLY_COMPLETED_DAYS } from '#shared/tasks/constants.ts';
import { LIST_PERMISSIONS, TASK_PERMISSIONS } from '#shared/tasks/policy.ts';
import { RECURRENCE_RULES } from '#shared/tasks/recurrence-rule.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { pictureField } from '../users/users.graphql.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { Note } from '../notes/notes.graphql.ts';
import type { TaskList as TaskListShape } from './lists/lists.service.ts';
import { isoDate, type Task as TaskShape } from './tasks.model.ts';
import type { PinnedStudent as PinnedStudentShape } from './tasks.queries.ts';
import type { ActivityJson, ListReference } from './tasks.sql.ts';

const Task = builder.objectRef<TaskShape>('Task');
const Activity = builder.objectRef<ActivityJson>('TaskActivity');
const TaskList = builder.objectRef<TaskListShape>('TaskList');

const TaskPermissions = builder.enumType('TaskPermission', {
  description: 'What the viewer can do with a task.',
  values: TASK_PERMISSIONS,
});
const ListPermissions = builder.enumType('ListPermission', {
  description: 'What the viewer can do with a list.',
  values: LIST_PERMISSIONS,
});

/** The list of a task or of a history entry. */
export const ContainingList = builder.objectRef<ListReference>('ContainingList').implement({
  description: 'The list of a task or of a history entry.',
  fields: (t) => ({
    id: t.id({ resolve: (list) => toGlobalId('TaskList', list.pk) }),
    pk: t.exposeInt('pk'),
    slug: t.exposeString('slug'),
    name: t.exposeString('name'),
  }),
});

const TaskReference = builder.objectRef<{ pk: number; name: string }>('TaskReference').implement({
  description: 'Another task, by name.',
  fields: (t) => ({
    id: t.id({ resolve: (task) => toGlobalId('Task', task.pk) }),
    pk: t.exposeInt('pk'),
    name: t.exposeString('name'),
  }),
});

Activity.implement({
  fields: (t) => ({
    id: t.id({ resolve: (activity) => toGlobalId('TaskActivity', activity.pk) }),
    action: t.exposeString('action'),
    task: t.field({ type: TaskReference, resolve: (activity) => activity.task }),
    createdByPk: t.exposeInt('createdByPk', { nullable: true }),
    createdByFullName: t.exposeString('createdByFullName', { nullable: true }),
    createdAt: t.field({ type: 'DateTime', resolve: (activity) => new Date(activity.createdAt) }),
    oldName: t.exposeString('oldName', { nullable: true }),
    newName: t.exposeString('newName', { nullable: true }),
    oldPoints: t.exposeInt('oldPoints', { nullable: true }),
    newPoints: t.exposeInt('newPoints', { nullable: true }),
    oldDueAt: t.field({ type: 'DateTime', nullable: true, resolve: (one) => isoDate(one.oldDueAt) }),
    newDueAt: t.field({ type: 'DateTime', nullable: true, resolve: (one) => isoDate(one.newDueAt) }),
    oldContainingList: t.field({
      type: ContainingList,
      nullable: true,
      description: 'The list it was moved from; null if the viewer cannot see that list.',
      resolve: (activity) => activity.oldContainingList,
    }),
    newContainingList: t.field({
      type: ContainingList,
      nullable: true,
      resolve: (activity) => activity.newContainingList,
    }),
  }),
});

Task.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    pk: t.exposeInt('pk'),
    name: t.exposeString('name'),
    points: t.exposeInt('points'),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true }),
    recurrence: t.exposeString('recurrence', {
      nullable: true,
      description: `${RECURRENCE_RULES}. Completing it creates the next one.`,
    }),
    body: t.string({
      description: 'Rich text as JSON.',
      resolve: async (task, _args, { actor, services }) =>
        (await services.tasks.body(actor, task.pk))?.body ?? '',
    }),
    htmlBody: t.string({
      description: 'The body as HTML, rendered by the server.',
      resolve: async (task, _args, { actor, services }) =>
        (await services.tasks.body(actor, task.pk))?.htmlBody ?? '',
    }),
    completed: t.exposeBoolean('completed'),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    parent: t.expose('parent', { type: TaskReference, nullable: true }),
    children: t.expose('children', { type: [Task], description: 'Its steps.' }),
    containingList: t.expose('containingList', { type: ContainingList }),
    userPk: t.exposeInt('userPk', { description: 'The pk of the owner.' }),
    createdByPk: t.exposeInt('createdByPk', { nullable: true }),
    sourceNote: t.field({
      type: Note,
      nullable: true,
      description: 'The note that it was created from; null if the viewer cannot read that note.',
      resolve: (task, _args, { actor, services }) =>
        task.sourceNotePk === null ? null : services.notes.load(actor, task.sourceNotePk),
    }),
    taskactivitySet: t.field({
      type: [Activity],
      description: 'The latest entries of its history; `taskActivities` pages through all entries.',
      args: { first: t.arg.int() },
      resolve: async (task, { first }, { actor, services }) =>
        ((await services.tasks.latestActivities(actor, task.pk)) ?? []).slice(0, Math.max(0, first ?? 50)),
    }),
    version: t.exposeInt('version', {
      description: 'Counts changes; an edit contains the version it is based on.',
    }),
    permissions: t.expose('permissions', { type: [TaskPermissions] }),
  }),
});

TaskList.implement({
  fields: (t) => ({
    id: t.id({ resolve: (list) => toGlobalId('TaskList', list.pk) }),
    pk: t.exposeInt('pk'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug'),
    color: t.exposeString('color'),
    private: t.exposeBoolean('private'),
    userId: t.int({ description: "The owner's pk.", resolve: (list) => list.ownerPk }),
    userFullName: t.string({ resolve: (list) => list.ownerFullName }),
    tasks: t.field({
      type: [Task],
      description: 'Its open tasks, in order.',
      resolve: async (list, _args, { actor, services }) =>
        list.tasks ?? (await services.lists.openTasks(actor, list.pk)) ?? [],
    }),
    favorites: t.intList({
      description:
        "The id for `/api/me/favorites/{id}/` if the list is one of the viewer's favorites, else empty.",
      resolve: (list) => (list.favorite ? [list.pk] : []),
    }),
    permissions: t.expose('permissions', { type: [ListPermissions] }),
  }),
});

export const PinnedStudent = builder.objectRef<PinnedStudentShape>('PinnedStudent').implement({
  fields: (t) => ({
    id: t.id({ resolve: (student) => toGlobalId('User', student.pk) }),
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
    picture: t.string(pictureField(({ pk }: PinnedStudentShape) => pk)),
    nextTask: t.field({ type: Task, nullable: true, resolve: (student) => student.nextTask }),
  }),
});

const { Connection: TaskListConnection } = connectionTypes('TaskList', TaskList);
export const { Connection: TaskConnection } = connectionTypes('Task', Task);
const { Connection: ActivityConnection } = connectionTypes('TaskActivity', Activity);

builder.queryFields((t) => ({
  allTaskLists: t.field({
    type: TaskListConnection,
    description: "The viewer's lists, those of a person, or the list with a slug.",
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      slug: t.arg.string(),
      userPk: t.arg.int({ description: 'The owner of the lists.' }),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.lists.page(actor, args, {
        withTasks: selects(info, 'edges.node.tasks'),
        withCount: selects(info, 'totalCount'),
      }),
  }),
  moveAllTaskLists: t.field({
    type: TaskListConnection,
    description: 'The first lists that a task can move to.',
    args: {
      search: t.arg.string(),
      taskPk: t.arg.int({ required: true }),
      first: t.arg.int({ description: '6 by default.' }),
    },
    resolve: async (_root, { taskPk, ...request }, { actor, services }) =>
      services.lists.moveTargets(actor, await services.tasks.get(actor, taskPk), request),
  }),
  task: t.field({
    type: Task,
    description: 'One task.',
    args: { pk: t.arg.int({ required: true }) },
    resolve: (_root, { pk }, { actor, services }) => services.tasks.get(actor, pk),
  }),
  allUpcomingTasks: t.field({
    type: TaskConnection,
    description: 'Open tasks with a due date, overdue first.',
    args: {
      userPk: t.arg.int({ description: 'The owner; the viewer by default.' }),
      forceRefresh: t.arg.boolean({ description: 'Has no effect: the server does not cache.' }),
      first: t.arg.int(),
      after: t.arg.string(),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.tasks.upcoming(actor, args, {
        withCount: selects(info, 'totalCount'),
        withSteps: selects(info, 'children'),
      }),
  }),
  completedTasks: t.field({
    type: TaskConnection,
    description: 'The completed tasks of a list, latest first.',
    args: {
      listPk: t.arg.int({ required: true }),
      first: t.arg.int({ description: '10 by default.' }),
      after: t.arg.string(),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.tasks.completed(actor, args, selects(info, 'totalCount')),
  }),
  recentlyCompletedTasks: t.field({
    type: TaskConnection,
    description: `Tasks completed within the last ${RECENTLY_COMPLETED_DAYS} days, latest first; a step only while its task is open.`,
    args: {
      userPk: t.arg.int({ description: 'The owner; the viewer by default.' }),
      first: t.arg.int({ description: '10 by default.' }),
      after: t.arg.string(),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.tasks.recentlyCompleted(actor, args, {
        withCount: selects(info, 'totalCount'),
        withSteps: selects(info, 'children'),
      }),
  }),
  taskActivities: t.field({
    type: ActivityConnection,
    description: 'The history of a task or of a list, latest first.',
    args: {
      taskPk: t.arg.int(),
      listPk: t.arg.int(),
      first: t.arg.int({ description: '5 by default.' }),
      after: t.arg.string(),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.tasks.activities(actor, args, selects(info, 'totalCount')),
  }),
  searchTasks: t.field({
    type: [Task],
    description: 'Open tasks whose name contains the text.',
    args: { search: t.arg.string({ required: true }), first: t.arg.int() },
    resolve: (_root, { search, first }, { actor, services }) => services.tasks.search(actor, search, first),
  }),
  tasksOfNote: t.field({
    type: [Task],
    description: 'The tasks created from a note, open and completed.',
    args: { noteId: t.arg.id({ required: true }) },
    resolve: (_root, { noteId }, { actor, services }) => services.tasks.ofNote(actor, noteId),
  }),
  pinnedStudents: t.field({
    type: [PinnedStudent],
    description: "The viewer's pinned students, each with the open task that is due first.",
    resolve: (_root, _args, { actor, services }) => services.tasks.pinnedStudents(actor),
  }),
}));

const htmlBody = 'Ignored: the server renders the body.';
const recurrence = `${RECURRENCE_RULES}; null for once.`;

builder.relayMutationField(
  'createTask',
  {
    inputFields: (t) => ({
      name: t.string({ required: true }),
      body: t.string({ required: true, description: 'Rich text as JSON.' }),
      htmlBody: t.string({ required: true, description: htmlBody }),
      containingListId: t.id({ required: true }),
      points: t.int(),
      dueAt: t.field({ type: 'DateTime' }),
      parentId: t.id({ description: 'Adds it as a step of this task.' }),
      recurrence: t.string({ description: recurrence }),
      sourceNoteId: t.id({ description: 'The note that it is created from.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.tasks.create(actor, input) },
  { outputFields: (t) => ({ task: t.field({ type: Task, resolve: (task) => task }) }) },
);

builder.relayMutationField(
  'updateTask',
  {
    description:
      'Moves a task (containingListId), completes it (completed) or edits it (name, body, htmlBody).',
    inputFields: (t) => ({
      id: t.id({ required: true }),
      containingListId: t.id(),
      completed: t.boolean(),
      name: t.string(),
      body: t.string({ description: 'Rich text as JSON.' }),
      htmlBody: t.string({ description: htmlBody }),
      points: t.int(),
      dueAt: t.field({ type: 'DateTime', description: 'Null removes it; omitted it is unchanged.' }),
      recurrence: t.string({ description: recurrence }),
      version: t.int({
        description:
          'The version that the edit is based on; refused unless it is the stored one or the edit changes nothing.',
      }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.tasks.update(actor, input) },
  {
    outputFields: (t) => ({
      task: t.expose('task', { type: Task }),
      nextTask: t.expose('nextTask', {
        type: Task,
        nullable: true,
        description: 'The next task, when completing a repeating task created one.',
      }),
    }),
  },
);

builder.relayMutationField(
  'reorderTask',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      afterId: t.id({
        description:
          'The task of the same list, or step of the same task, to place it after; null places it first.',
      }),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.tasks.reorder(actor, input.id, input.afterId ?? null),
  },
  { outputFields: (t) => ({ task: t.field({ type: Task, resolve: (task) => task }) }) },
);
