import type { Actor } from '#shared/kernel/actor.ts';
import { type TaskPermission, taskPermissions } from '#shared/tasks/policy.ts';
import type { ContainingList, TaskJson } from './tasks.sql.ts';

/** A task or step as its reader gets it. */
export interface Task extends Omit<TaskJson, 'children' | 'parent'> {
  list: ContainingList;
  parent: { pk: number; name: string } | null;
  children: Task[];
  permissions: TaskPermission[];
}

/** Adds to what the database answered what the actor may do with it. */
export function toTask(actor: Actor, json: TaskJson, list: ContainingList): Task {
  const { children = [], parent = null, ...task } = json;
  return {
    ...task,
    list,
    parent,
    children: children.map((step) => ({
      ...step,
      list,
      parent: { pk: json.pk, name: json.name },
      children: [],
      permissions: taskPermissions(actor, list, step),
    })),
    permissions: taskPermissions(actor, list, task),
  };
}
