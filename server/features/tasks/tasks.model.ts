import type { Actor } from '#shared/kernel/actor.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { type TaskPermission, taskRules } from '#shared/tasks/policy.ts';
import type { ContainingList, TaskJson } from './tasks.sql.ts';

/**
 * A task or step as its reader gets it, by the names of GraphQL: a list of 500 is answered twice as fast when no
 * field needs a resolver. Moments are texts in ISO 8601, UTC.
 */
export interface Task extends Omit<TaskJson, 'children' | 'parent'> {
  id: string;
  completed: boolean;
  containingList: ContainingList;
  /** Whose task it is. */
  userPk: number;
  parent: { pk: number; name: string } | null;
  children: Task[];
  permissions: TaskPermission[];
}

/** Adds to what the database answered what the actor may do with it. */
export function toTask(actor: Actor, json: TaskJson, list: ContainingList): Task {
  return withSteps(json, list, taskRules(actor, list));
}

/** The same for tasks of one list. */
export function toTasks(actor: Actor, tasks: readonly TaskJson[], list: ContainingList): Task[] {
  const rules = taskRules(actor, list);
  return tasks.map((task) => withSteps(task, list, rules));
}

type Rules = ReturnType<typeof taskRules>;

function withSteps(json: TaskJson, list: ContainingList, rules: Rules): Task {
  const task = present(json, list, rules, json.parent ?? null);
  if (json.children === undefined || json.children.length === 0) return task;
  const reference = { pk: json.pk, name: json.name };
  task.children = json.children.map((step) => present(step, list, rules, reference));
  return task;
}

function present(json: TaskJson, list: ContainingList, rules: Rules, parent: Task['parent']): Task {
  return {
    id: toGlobalId('Task', json.pk),
    pk: json.pk,
    name: json.name,
    points: json.points,
    dueAt: isoMoment(json.dueAt),
    completed: json.completedAt !== null,
    completedAt: isoMoment(json.completedAt),
    recurrence: json.recurrence,
    createdByPk: json.createdByPk,
    sourceNotePk: json.sourceNotePk,
    version: json.version,
    containingList: list,
    userPk: list.ownerPk,
    parent,
    children: [],
    permissions: rules(json),
  };
}

/** A moment within the database's JSON as ISO 8601 in UTC; where it is in UTC already, without a costly Date. */
export function isoMoment(text: string | null): string | null {
  if (text === null) return null;
  // 2026-11-21T10:00:00+00:00, and up to three digits after the seconds.
  const isUtc = text.length <= 29 && text.endsWith('+00:00');
  if (!isUtc) return new Date(text).toISOString();
  return text.length === 25 ? `${text.slice(0, 19)}.000Z` : `${text.slice(0, -6).padEnd(23, '0')}Z`;
}
