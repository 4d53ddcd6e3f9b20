import { type Actor, isMentorOf, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** The fields of a list that permissions depend on. */
export interface ListFacts {
  ownerPk: number;
  private: boolean;
  createdByPk: number | null;
}

/** The fields of a task that permissions depend on, besides its list. */
export interface TaskFacts {
  createdByPk: number | null;
}

/** The permissions on a list (LIST-016, LIST-017, TASK-032). Only the owner gets `change_private` (LIST-008). */
export const LIST_PERMISSIONS = [
  'change_list',
  'delete_list',
  'change_private',
  'add_task',
  'add_listtemplate',
] as const;
export type ListPermission = (typeof LIST_PERMISSIONS)[number];

/** The permissions on a task (TASK-033, TASK-034). */
export const TASK_PERMISSIONS = ['change_task', 'delete_task'] as const;
export type TaskPermission = (typeof TASK_PERMISSIONS)[number];

/** Returns whether the actor can see lists of this person: themselves, their child or their student. */
export function canSeeListsOf(actor: Actor, userPk: number): boolean {
  return isRelatedTo(actor, userPk);
}

/** Returns whether the actor can add a list for this person (LIST-018): themselves, or a mentor's student. */
export function canAddListFor(actor: Actor, userPk: number): boolean {
  return actor.pk === userPk || isMentorOf(actor, userPk);
}

/** Returns whether the actor can see a list: private lists only their owner, shared ones also parents and mentors. */
export function canSeeList(actor: Actor, list: ListFacts): boolean {
  return actor.pk === list.ownerPk || (!list.private && canSeeListsOf(actor, list.ownerPk));
}

/** Returns the actor's permissions on a list; none if they cannot see it. */
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

/** Returns the actor's permissions on each task of a list, computing the list's part once. */
export function taskRules(actor: Actor, list: ListFacts): (task: TaskFacts) => TaskPermission[] {
  if (!listPermissions(actor, list).includes('add_task')) return () => [];
  const isOwner = actor.pk === list.ownerPk;
  const all: TaskPermission[] = ['change_task', 'delete_task'];
  const change: TaskPermission[] = ['change_task'];
  return (task) => (isOwner || task.createdByPk === actor.pk ? all : change);
}

/** Returns the actor's permissions on a task. Mentors delete only tasks they added. */
export function taskPermissions(actor: Actor, list: ListFacts, task: TaskFacts): TaskPermission[] {
  return taskRules(actor, list)(task);
}
