/** The names of security events in the audit log. A new kind of event needs a label here. */
export const EVENT_LABELS = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_refused: 'Sign-in refused',
  new_device: 'Signed in on a new device',
  sign_out: 'Signed out',
  device_signed_out: 'Another device signed out',
  password_changed: 'Password changed',
  password_check_failed: 'Wrong current password',
  password_reset_requested: 'Password reset requested',
  password_reset_sent: 'Password reset sent by staff',
  email_changed: 'Email address changed',
  second_factor_on: 'One-time codes turned on',
  second_factor_off: 'One-time codes turned off',
  second_factor_failed: 'Wrong one-time code',
  recovery_code_used: 'Recovery code used',
  recovery_codes_replaced: 'Recovery codes replaced',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_failed: 'Passkey refused',
  student_read: 'Student data viewed by staff',
  bug_report_read: 'Bug report viewed',
  permission_granted: 'Permission granted',
  permission_revoked: 'Permission revoked',
  relation_added: 'Mentor or parent added',
  relation_removed: 'Mentor or parent removed',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  audit_log_exported: 'Audit log exported',
  data_export_requested: 'Data export requested',
  data_export_downloaded: 'Data export downloaded',
  deletion_requested: 'Account deletion requested',
  deletion_withdrawn: 'Account deletion withdrawn',
  account_deleted: 'Account deleted',
  parents_kept_out: 'Parents kept out of meetings',
  parents_let_in: 'Parents let into meetings again',
  membership_corrected: 'Membership corrected by staff',
  membership_plan_changed: 'Membership plan changed',
  memberships_exported: 'Memberships exported',
  second_subscription_ended: 'Second subscription canceled',
  deleted_student_subscription_ended: 'Subscription of a deleted student canceled',
} as const satisfies Readonly<Record<string, string>>;

/** A kind of event that the audit log can be filtered by. */
export type EventKind = keyof typeof EVENT_LABELS;
export const EVENT_KINDS = Object.keys(EVENT_LABELS) as EventKind[];

const DETAILS: Readonly<Record<string, string>> = {
  summary: 'name, year and points',
  roadmap: 'roadmap',
  rating: 'profile rating',
  membership: 'membership',
  meetings: 'meetings',
  reviews: 'reviews',
  free: 'free plan',
  monthly: 'monthly plan',
  yearly: 'yearly plan',
};

const RELATIONS: Readonly<Record<string, string>> = { parent: 'Parent', mentor: 'Mentor' };
const RELATION_CHANGES: Readonly<Record<string, string>> = {
  relation_added: 'added',
  relation_removed: 'removed',
};

interface LoggedEvent {
  kind: string;
  detail: string | null;
}

/** Names the event; a kind or detail that this version does not know is shown as it is stored. */
export function eventText({ kind, detail }: LoggedEvent): string {
  const [change, relation] = [RELATION_CHANGES[kind], RELATIONS[detail ?? '']];
  if (change !== undefined && relation !== undefined) return `${relation} ${change}`;
  const label = (EVENT_LABELS as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ');
  if (detail === null || detail === 'report') return label;
  return `${label}: ${DETAILS[detail] ?? detail}`;
}

interface Person {
  pk: number;
  full_name: string;
}

/** Describes an event to the viewer, with the other people: 'Added as a mentor · Lucas Moreau'. */
export function ownEventText(
  event: LoggedEvent & { actor: Person | null; subject: Person | null; student: Person | null },
  viewerPk: number,
): { event: string; people: string } {
  const { kind, detail, actor, subject, student } = event;
  const others = [subject, student].flatMap((person) =>
    person === null || person.pk === viewerPk ? [] : [person.full_name],
  );
  const by = actor === null || actor.pk === viewerPk ? [] : [`By ${actor.full_name}`];
  const isRelation = kind in RELATION_CHANGES && detail !== null && detail in RELATIONS;
  if (!isRelation) {
    const about = others.length > 0 ? [`About ${others.join(' and ')}`] : [];
    return { event: eventText(event), people: [...by, ...about].join(' · ') };
  }
  const isAboutViewer = subject?.pk === viewerPk;
  return {
    event: isAboutViewer
      ? `${kind === 'relation_added' ? 'Added' : 'Removed'} as a ${detail}`
      : eventText(event),
    people: [...(others.length > 0 ? [others.join(' for ')] : []), ...by].join(' · '),
  };
}

/** The name of a person in the log whose account was deleted. */
export const DELETED_ACCOUNT = 'Deleted account';
