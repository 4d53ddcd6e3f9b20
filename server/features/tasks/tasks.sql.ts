/**
 * SQL fragments that return lists and tasks as JSON, so that one statement reads a task with its steps.
 *
 * Input: the alias of a table in the caller's statement (`task`, `list`). `$1` is always the viewer's pk and `$2` the
 * pks of the people whose shared lists the viewer can see. Output: expressions and joins; every fragment that reads a
 * list includes {@link visible}. Example: `SELECT ${taskJson('task', true)} AS "task" FROM tasks AS task
 * ${VISIBLE_LIST} WHERE task.pk = $3` returns `{ pk: 7, name: 'Essay', dueAt: null, …, parent: null, children: [{ pk:
 * 8, name: 'Draft', … }] }`, or no row when the viewer cannot see the list of task 7.
 */
import type { TaskAction } from '#shared/tasks/constants.ts';
import type { Recurrence } from '#shared/tasks/recurrence-rule.ts';
import { jsonRows } from '../../db/json.ts';

/** The list of a task or history entry. */
export interface ListReference {
  pk: number;
  slug: string;
  name: string;
}

/** The list of a task, with the fields that permissions need. */
export interface ContainingList extends ListReference {
  ownerPk: number;
  private: boolean;
  createdByPk: number | null;
}

/** A task or step as the database returns it; dates are strings. */
export interface TaskJson {
  pk: number;
  name: string;
  points: number;
  dueAt: string | null;
  completedAt: string | null;
  recurrence: Recurrence | null;
  createdByPk: number | null;
  sourceNotePk: number | null;
  version: number;
  parent?: { pk: number; name: string } | null;
  children?: TaskJson[];
}

/** An entry of a task's history as the database returns it. */
export interface ActivityJson {
  pk: number;
  action: TaskAction;
  createdAt: string;
  createdByPk: number | null;
  createdByFullName: string | null;
  oldName: string | null;
  newName: string | null;
  oldPoints: number | null;
  newPoints: number | null;
  oldDueAt: string | null;
  newDueAt: string | null;
  oldContainingList: ListReference | null;
  newContainingList: ListReference | null;
  task: { pk: number; name: string };
}

/**
 * Joins a task's list if the viewer can see it. OFFSET 0 stops the planner from inlining the subquery: it would
 * misestimate the row count and re-plan the statement on every call.
 */
export const VISIBLE_LIST = `CROSS JOIN LATERAL (
    SELECT list.* FROM task_lists AS list WHERE list.pk = task.list_pk AND ${visible('list')} OFFSET 0) AS list`;

/** Returns the condition that the viewer can see a list. A test compares it with `canSeeList`. */
export function visible(list: string): string {
  return `(${list}.owner_pk = $1 OR (NOT ${list}.private AND ${list}.owner_pk = ANY($2::int[])))`;
}

function scalars(task: string): string {
  return `'pk', ${task}.pk, 'name', ${task}.name, 'points', ${task}.points, 'dueAt', ${task}.due_at,
    'completedAt', ${task}.completed_at, 'recurrence', ${task}.recurrence, 'createdByPk', ${task}.created_by_pk,
    'sourceNotePk', ${task}.source_note_pk, 'version', ${task}.version`;
}

/**
 * Returns a task with its parent (if it is a step) and its steps in order.
 * @param withSteps false when the query does not select steps
 */
export function taskJson(task: string, withSteps: boolean): string {
  const steps = `(SELECT coalesce(json_agg(json_build_object(${scalars('step')}) ORDER BY step.position, step.pk), '[]')
    FROM tasks AS step WHERE step.parent_pk = ${task}.pk AND step.deleted_at IS NULL)`;
  return `json_build_object(${scalars(task)}, ${withSteps ? `'children', ${steps},` : ''} 'parent', (
    SELECT json_build_object('pk', parent.pk, 'name', parent.name)
    FROM tasks AS parent WHERE parent.pk = ${task}.parent_pk))`;
}

/** Returns the list of a task as {@link ContainingList}. */
export function containingListJson(list: string): string {
  return `json_build_object('pk', ${list}.pk, 'slug', ${list}.slug, 'name', ${list}.name,
    'ownerPk', ${list}.owner_pk, 'private', ${list}.private, 'createdByPk', ${list}.created_by_pk)`;
}

/** A task with its list. */
export interface TaskRow {
  task: TaskJson;
  list: ContainingList;
}

/** A pinned student with the open task that is due first. */
export interface PinnedRow {
  pk: number;
  fullName: string;
  task: TaskJson | null;
  list: ContainingList | null;
}

/** Selects visible tasks with a list as {@link TaskRow}; the caller appends conditions. */
export const taskNode = (withSteps: boolean) =>
  `${taskJson('task', withSteps)} AS "task", ${containingListJson('list')} AS "list"
  FROM tasks AS task ${VISIBLE_LIST} WHERE task.deleted_at IS NULL`;

/** The condition and order of a person's upcoming tasks: overdue tasks come first. */
const upcomingOf = (owner: string, limit: number) =>
  `AND task.owner_pk = ${owner} AND task.completed_at IS NULL AND task.due_at IS NOT NULL
  ORDER BY task.due_at, task.pk LIMIT ${limit}`;

/** Returns the upcoming tasks of a person, without steps, as a JSON array of {@link TaskRow}. */
export function upcomingTasksJson(owner: string, limit: number): string {
  return jsonRows(`SELECT ${taskNode(false)} ${upcomingOf(owner, limit)}`);
}

/** Selects the viewer's pinned students as {@link PinnedRow}. */
export const selectPinned = (limit: number) => `
  SELECT student.pk, student.full_name AS "fullName", next.task, next.list
  FROM pins JOIN users AS student ON student.pk = pins.pinned_pk AND student.role = 'student'
  LEFT JOIN LATERAL (SELECT ${taskNode(true)} ${upcomingOf('student.pk', 1)}) AS next ON true
  WHERE pins.user_pk = $1 AND student.pk = ANY($2::int[]) AND student.disabled_at IS NULL
  ORDER BY pins.created_at, student.pk LIMIT ${limit}`;

/** An open task or step as {@link openTasksJson} returns it: values without keys, to keep the JSON small. */
export type TaskTuple = [
  pk: number,
  name: string,
  points: number,
  dueAt: string | null,
  completedAt: string | null,
  recurrence: Recurrence | null,
  createdByPk: number | null,
  sourceNotePk: number | null,
  version: number,
  parentPk: number | null,
];

/**
 * Returns the open tasks of a list and all their steps, in order, as one JSON value that {@link nestTasks} reads.
 * Flat, because a subquery per task takes twice as long for 500 tasks.
 */
export function openTasksJson(list: string, limit: number): string {
  const columns = (task: string) =>
    `${task}.pk, ${task}.name, ${task}.points, ${task}.due_at, ${task}.completed_at, ${task}.recurrence,
      ${task}.created_by_pk, ${task}.source_note_pk, ${task}.version, ${task}.parent_pk`;
  return `(WITH open AS MATERIALIZED (
      SELECT ${columns('task')}, task.position FROM tasks AS task
      WHERE task.list_pk = ${list}.pk AND task.parent_pk IS NULL AND task.completed_at IS NULL
        AND task.deleted_at IS NULL
      ORDER BY task.position, task.pk LIMIT ${limit})
    SELECT coalesce(json_agg(json_build_array(${columns('one')}) ORDER BY one.position, one.pk), '[]')
    FROM (SELECT * FROM open UNION ALL
      SELECT ${columns('step')}, step.position
      FROM open JOIN tasks AS step ON step.parent_pk = open.pk AND step.deleted_at IS NULL) AS one)`;
}

/** Nests steps under their tasks. */
export function nestTasks(tuples: readonly TaskTuple[]): TaskJson[] {
  const tasks: TaskJson[] = [];
  const steps = new Map<number, TaskJson[]>();
  for (const tuple of tuples) {
    const [pk, name, points, dueAt, completedAt, recurrence, createdByPk, sourceNotePk, version, parentPk] =
      tuple;
    const task: TaskJson = {
      pk,
      name,
      points,
      dueAt,
      completedAt,
      recurrence,
      createdByPk,
      sourceNotePk,
      version,
    };
    const siblings = parentPk === null ? tasks : steps.get(parentPk);
    if (siblings === undefined) steps.set(parentPk as number, [task]);
    else siblings.push(task);
  }
  for (const task of tasks) task.children = steps.get(task.pk) ?? [];
  return tasks;
}

/**
 * Returns the history entries that the viewer can read, latest first: the task is visible, and so
 * is the list it was in at the time. The name of a former list that the viewer cannot see is omitted.
 * @param condition on `activity`, `task` and tables of the caller's statement
 */
export function activitiesSql(condition: string, limit: number): string {
  const reference = (list: string) =>
    `CASE WHEN ${list}.pk IS NOT NULL AND ${visible(list)}
      THEN json_build_object('pk', ${list}.pk, 'slug', ${list}.slug, 'name', ${list}.name) END`;
  return `SELECT activity.pk, activity.task_pk, activity.created_at, json_build_object('pk', activity.pk, 'action', activity.action,
      'createdAt', activity.created_at, 'createdByPk', author.pk, 'createdByFullName', author.full_name,
      'oldName', activity.old_name, 'newName', activity.new_name,
      'oldPoints', activity.old_points, 'newPoints', activity.new_points,
      'oldDueAt', activity.old_due_at, 'newDueAt', activity.new_due_at,
      'oldContainingList', CASE WHEN activity.action = 'MOVE' THEN ${reference('old_list')} END,
      'newContainingList', CASE WHEN activity.action = 'MOVE' THEN ${reference('new_list')} END,
      'task', json_build_object('pk', task.pk, 'name', task.name)) AS activity
    FROM ${VISIBLE_ACTIVITIES}
    LEFT JOIN task_lists AS old_list ON old_list.pk = activity.old_list_pk
    LEFT JOIN users AS author ON author.pk = activity.actor_pk
    WHERE ${ACTIVITY_IS_VISIBLE} AND ${condition}
    ORDER BY activity.created_at DESC, activity.pk DESC LIMIT ${limit}`;
}

/** The tables that {@link ACTIVITY_IS_VISIBLE} refers to. */
export const VISIBLE_ACTIVITIES = `task_activities AS activity
    JOIN tasks AS task ON task.pk = activity.task_pk AND task.deleted_at IS NULL
    JOIN task_lists AS list ON list.pk = task.list_pk
    LEFT JOIN task_lists AS new_list ON new_list.pk = activity.list_pk`;

/** An entry is private to its owner if its list was private then, is private now, or was deleted. */
export const ACTIVITY_IS_VISIBLE = `${visible('list')}
      AND (activity.owner_pk = $1 OR (NOT activity.was_private AND new_list.pk IS NOT NULL AND NOT new_list.private))`;
