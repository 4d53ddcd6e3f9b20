import { type Actor, isMentorOf, isParentOf, isRelatedTo } from '../kernel/actor.ts';

/** The fields of an essay that the rules read. */
export interface EssayFacts {
  studentPk: number;
  /** Null when the creator's account was deleted. */
  creatorPk: number | null;
  isShared: boolean;
  wordCount: number;
  /** Whether a version of the history has text. */
  hasTextInHistory: boolean;
}

/** The permissions on a student's essays (SHEL-006). */
export const ESSAYS_PERMISSIONS = ['add_essay'] as const;
export type EssaysPermission = (typeof ESSAYS_PERMISSIONS)[number];

/** The permissions on one essay. */
export const ESSAY_PERMISSIONS = [
  'change_essay',
  'delete_essay',
  'share_essay',
  'view_history',
  'add_essaycomment',
] as const;
export type EssayPermission = (typeof ESSAY_PERMISSIONS)[number];

/** The permissions on a comment. */
export const ESSAY_COMMENT_PERMISSIONS = ['resolve_essaycomment', 'delete_essaycomment'] as const;
export type EssayCommentPermission = (typeof ESSAY_COMMENT_PERMISSIONS)[number];

/** Returns whether the actor can open the list of a student's essays; parents find the shared ones there. */
export function canListEssays(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/** Returns whether the actor can add an essay: the student and the student's mentors. */
export function canAddEssay(actor: Actor, studentPk: number): boolean {
  return isStudent(actor, studentPk) || isMentorOf(actor, studentPk);
}

/** Returns whether the actor can read an essay: the student, the mentors, and parents once it is shared. */
export function canReadEssay(actor: Actor, { studentPk, isShared }: EssayFacts): boolean {
  return canSeeHistory(actor, studentPk) || (isShared && isParentOf(actor, studentPk));
}

/** Returns whether the actor sees versions and comments: the student and the mentors, never parents. */
export function canSeeHistory(actor: Actor, studentPk: number): boolean {
  return isStudent(actor, studentPk) || isMentorOf(actor, studentPk);
}

/** Returns whether the actor can write an essay: the student, and the mentor who added it. */
export function canChangeEssay(actor: Actor, { studentPk, creatorPk }: EssayFacts): boolean {
  return isStudent(actor, studentPk) || (actor.pk === creatorPk && isMentorOf(actor, studentPk));
}

/**
 * Returns whether the actor can delete an essay: the student, and the mentor who added it while it is empty and no
 * version has text. A student who moves the whole text leaves an essay empty for a moment.
 */
export function canDeleteEssay(actor: Actor, essay: EssayFacts): boolean {
  if (isStudent(actor, essay.studentPk)) return true;
  return essay.wordCount === 0 && !essay.hasTextInHistory && canChangeEssay(actor, essay);
}

/** Returns whether the actor can share an essay with the parents: only the student. */
export function canShareEssay(actor: Actor, { studentPk }: EssayFacts): boolean {
  return isStudent(actor, studentPk);
}

/** Returns whether the actor can comment on an essay: the student's mentors. */
export function canComment(actor: Actor, { studentPk }: EssayFacts): boolean {
  return isMentorOf(actor, studentPk);
}

/** Returns the `permissions` of an essay. */
export function essayPermissions(actor: Actor, essay: EssayFacts): EssayPermission[] {
  const rules: Record<EssayPermission, boolean> = {
    change_essay: canChangeEssay(actor, essay),
    delete_essay: canDeleteEssay(actor, essay),
    share_essay: canShareEssay(actor, essay),
    view_history: canSeeHistory(actor, essay.studentPk),
    add_essaycomment: canComment(actor, essay),
  };
  return ESSAY_PERMISSIONS.filter((permission) => rules[permission]);
}

/** Returns the permissions on a comment: the student and mentors resolve it, its author deletes it. */
export function commentPermissions(
  actor: Actor,
  comment: { studentPk: number; authorPk: number | null },
): EssayCommentPermission[] {
  if (!canSeeHistory(actor, comment.studentPk)) return [];
  return comment.authorPk === actor.pk
    ? ['resolve_essaycomment', 'delete_essaycomment']
    : ['resolve_essaycomment'];
}

function isStudent(actor: Actor, studentPk: number): boolean {
  return actor.role === 'student' && actor.pk === studentPk;
}
