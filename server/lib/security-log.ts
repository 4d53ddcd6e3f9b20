import { type Actor, isRelatedTo } from '#shared/kernel/actor.ts';
import type { Database } from '../db/database.ts';
import { insertAccountEvent, insertIdentityEvent, insertSecurityEvents } from './security-log.repository.ts';

export { wasAccountDeleted } from './security-log.repository.ts';

/**
 * Events of accounts. The database itself logs changes of permissions, relations and disabled accounts
 * (`121-security-log.ts`).
 */
export type AccountEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_refused'
  | 'new_device'
  | 'password_changed'
  | 'password_check_failed'
  | 'email_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_failed'
  | 'recovery_code_used'
  | 'recovery_codes_replaced'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_failed'
  | 'password_reset_requested';

/** The part of a student's data that was read; `summary` is the name, the year and the points. */
export type StudentReadKind = 'summary' | 'roadmap' | 'rating' | 'membership';

/** Events before a sign-in. Anyone can cause them, so each is logged once a minute. */
const UNVERIFIED: readonly AccountEvent[] = [
  'sign_in_failed',
  'sign_in_refused',
  'passkey_failed',
  'password_reset_requested',
];

/** Records an event of the account with this email address; without ids when there is none. */
export async function recordAccountEvent(
  database: Database,
  kind: AccountEvent,
  email: string,
): Promise<void> {
  await insertAccountEvent(database, kind, email, !UNVERIFIED.includes(kind));
}

/** Records a sign-out of the person of a sign-in, here or on other devices. */
export async function recordSignOut(
  database: Database,
  identity: { issuer: string; subject: string },
  kind: 'sign_out' | 'device_signed_out' = 'sign_out',
): Promise<void> {
  await insertIdentityEvent(database, kind, identity);
}

/** Records that staff corrected a membership, changed a plan, or exported all memberships. */
export async function recordMembershipEvent(
  database: Database,
  kind: 'membership_corrected' | 'membership_plan_changed' | 'memberships_exported',
  event: { actorPk: number; subjectPk: number | null; detail?: string },
): Promise<void> {
  await insertSecurityEvents(database, [{ kind, ...event }]);
}

/** Records that the second subscription of a student, or one of a deleted student, is canceled by the server. */
export async function recordEndedSubscription(
  database: Database,
  studentPk: number,
  kind: 'second_subscription_ended' | 'deleted_student_subscription_ended',
): Promise<void> {
  await insertSecurityEvents(database, [{ kind, actorPk: null, subjectPk: studentPk }]);
}

/** Records that an adult student keeps parents out of meeting rooms, or lets them in again. */
export async function recordParentsKeptOut(
  database: Database,
  studentPk: number,
  isKeptOut: boolean,
): Promise<void> {
  const kind = isKeptOut ? 'parents_kept_out' : 'parents_let_in';
  await insertSecurityEvents(database, [{ kind, actorPk: studentPk, subjectPk: studentPk }]);
}

/** What people do with personal data as a whole. */
export type PrivacyEvent =
  | 'audit_log_exported'
  | 'data_export_requested'
  | 'data_export_downloaded'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted';

/** Records an event of the audit log itself, or of the export and deletion of a person's data. */
export async function recordPrivacyEvent(
  database: Database,
  kind: PrivacyEvent,
  people: { actorPk: number | null; subjectPk: number | null },
): Promise<void> {
  await insertSecurityEvents(database, [{ kind, ...people }]);
}

/** Records that staff sent a person a link to choose a new password. */
export async function recordPasswordResetSent(
  database: Database,
  actor: Actor,
  subjectPk: number,
): Promise<void> {
  await insertSecurityEvents(database, [{ kind: 'password_reset_sent', actorPk: actor.pk, subjectPk }]);
}

/** Records that staff read data of students they are not related to, once a day for each kind of data. */
export async function recordStudentReads(
  database: Database,
  actor: Actor,
  detail: StudentReadKind,
  studentPks: readonly number[],
  at: Date,
): Promise<void> {
  const unrelated = [...new Set(studentPks)].filter((pk) => !isRelatedTo(actor, pk)).sort((a, b) => a - b);
  if (unrelated.length === 0) return;
  await insertSecurityEvents(
    database,
    unrelated.map((subjectPk) => ({ kind: 'student_read', at, actorPk: actor.pk, subjectPk, detail })),
  );
}

/**
 * Records that staff read bug reports of others, which contain email, IP address and city; once a day for each report.
 */
export async function recordBugReportReads(
  database: Database,
  actor: Actor,
  reports: readonly { pk: number; userPk: number }[],
  at: Date,
): Promise<void> {
  const others = reports.filter(({ userPk }) => userPk !== actor.pk);
  if (others.length === 0) return;
  await insertSecurityEvents(
    database,
    others.map(({ pk, userPk }) => ({
      kind: 'bug_report_read',
      at,
      actorPk: actor.pk,
      subjectPk: userPk,
      objectPk: pk,
      detail: 'report',
    })),
  );
}
