import { type Actor, isMentorOf, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** What the rules ask about a list. */
export interface ListFacts {
  ownerPk: number;
  private: boolean;
  createdByPk: number | null;
}

/** What the rules ask about a task, beside its list. */
export interface TaskFacts {
  createdByPk: number | null;
}

/** What a person may do to a list (LIST-016, LIST-017, TASK-032). `change_private` is the owner's (LIST-008). */
export const LIST_PERMISSIONS = [
  'change_list',
  'delete_list',
  'change_private',
  'add_task',
  'add_listtemplate',
] as const;
export type ListPermission = (typeof LIST_PERMISSIONS)[number];

/** What a person may do to a task (TASK-033, TASK-034). */
export const TASK_PERMISSIONS = ['change_task', 'delete_task'] as const;
export type TaskPermission = (typeof TASK_PERMISSIONS)[number];

/** Whether the actor may look at the lists of this person: their own, their child's, their student's. */
export function canSeeListsOf(actor: Actor, userPk: number): boolean {
  return isRelatedTo(actor, userPk);
}

/** `add_list` (LIST-018): own lists, and mentors for their students. */
export function canAddListFor(actor: Actor, userPk: number): boolean {
  return actor.pk === userPk || isMentorOf(actor, userPk);
}

/** A private list is its owner's alone; a shared one also that of the student's parents and mentors. */
export function canSeeList(actor: Actor, list: ListFacts): boolean {
  return actor.pk === list.ownerPk || (!list.private && canSeeListsOf(actor, list.ownerPk));
}

/** Everything this person may do to the list; nothing when they may not see it. */
export function listPermissions(actor: Actor, list: ListFacts): ListPermission[] {
  if (!canSeeList(actor, list)) return [];
  const isOwner = actor.pk === list.ownerPk;
  const isMentor = isMentorOf(actor, list.ownerPk);
  const permissions: ListPermission[] = [];
  if (isOwner || isMentor) permissions.push('change_list');
  if (isOwner || (isMentor && list.createdByPk === actor.pk)) permissions.push('delete_list');
  if (isOwner && isCapable(actor, 'share_lists')) permissions.push('change_private');
  if (isOwner || isMentor) permissions.push('add_task');
  if (isCapable(actor, 'manage_student_tasks')) permissions.push('add_listtemplate');
  return permissions;
}

/** What this person may do to the tasks of a list, asked once for a list of many. */
export function taskRules(actor: Actor, list: ListFacts): (task: TaskFacts) => TaskPermission[] {
  if (!listPermissions(actor, list).includes('add_task')) return () => [];
  const isOwner = actor.pk === list.ownerPk;
  const all: TaskPermission[] = ['change_task', 'delete_task'];
  const change: TaskPermission[] = ['change_task'];
  return (task) => (isOwner || task.createdByPk === actor.pk ? all : change);
}

/** Everything this person may do to a task of the list. Mentors delete only what they added themselves. */
export function taskPermissions(actor: Actor, list: ListFacts, task: TaskFacts): TaskPermission[] {
  return taskRules(actor, list)(task);
}
