/** Why a student needs attention, on the list of students. */

/** The limits in days: no contact for more than `contactDays`, or a task due within `taskDueDays`, is a reason. */
export const ATTENTION_LIMITS = { contactDays: 10, taskDueDays: 7 } as const;

/** The kinds of reasons. `deadline` is a task that is due soon: installed clients know it by this name. */
export const ATTENTION_KINDS = ['review_requested', 'no_contact', 'overdue_tasks', 'deadline'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** A reason, with its days or its number of tasks; 1 for a requested review. */
export interface AttentionReason {
  kind: AttentionKind;
  amount: number;
}

/** The data that the reasons are computed from. */
export interface AttentionFacts {
  /** Whether the student waits for a review of the profile rating. */
  isReviewRequested: boolean;
  /** Days since a mentor's last interaction, or since the relation began; null for unrelated viewers. */
  contactDays: number | null;
  overdueTasks: number;
  /** Days until the next task is due; null when it is not within the limit. */
  taskDueDays: number | null;
}

/** Returns the reasons, in the order in which they are shown. */
export function attentionReasons(facts: AttentionFacts): AttentionReason[] {
  const { isReviewRequested, contactDays, overdueTasks, taskDueDays } = facts;
  const reasons: AttentionReason[] = [];
  if (isReviewRequested) reasons.push({ kind: 'review_requested', amount: 1 });
  if (contactDays !== null && contactDays > ATTENTION_LIMITS.contactDays) {
    reasons.push({ kind: 'no_contact', amount: contactDays });
  }
  if (overdueTasks > 0) reasons.push({ kind: 'overdue_tasks', amount: overdueTasks });
  if (taskDueDays !== null) reasons.push({ kind: 'deadline', amount: taskDueDays });
  return reasons;
}

/** Returns a reason in words: 'No contact for 12 days', '3 tasks overdue', 'Task due in 5 days'. */
export function attentionInWords({ kind, amount }: AttentionReason): string {
  if (kind === 'review_requested') return 'Review requested';
  if (kind === 'no_contact') return `No contact for ${amount} days`;
  if (kind === 'overdue_tasks') return `${amount} ${amount === 1 ? 'task' : 'tasks'} overdue`;
  if (amount === 0) return 'Task due today';
  return amount === 1 ? 'Task due tomorrow' : `Task due in ${amount} days`;
}
