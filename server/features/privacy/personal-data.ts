/**
 * The register of personal data: what every table stores about a person. Exports and deletions read only this.
 *
 * Output: {@link PERSONAL_TABLES}. Example: `roadmaps: rows('Roadmap', 'student_pk = $1')`.
 *
 * A new table does not compile until it is in {@link PERSONAL_DATA}:
 *
 * 1. Choose a declaration (personal-table.ts): `rows` if everyone who can export the person's data gets the rows,
 *    `ownRows` if only the person gets them, `secret` if nobody does, `{ noPersonalData: reason }` if there are none.
 * 2. Put it above the tables that its condition reads: a deletion goes through the list from top to bottom.
 * 3. List columns with secrets or copies in `hidden`.
 * 4. If a column has texts about several people, such as an alert's title, list it in `quotingColumns`.
 * 5. If a column with the number of a person has a new name, add it to `PERSON_COLUMN` (export-rows.repository.ts): the
 *    export then shows the person's name.
 */
import { DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import type { Tables } from '../../db/tables.ts';
import { type ImpersonalTable, ownRows, type PersonalTable, rows, secret } from './personal-table.ts';

// What belongs to the person $1, for conditions of tables that are connected to it.
const SUBJECT = '(SELECT subject FROM users WHERE pk = $1)';
const EMAIL = '(SELECT lower(email) FROM users WHERE pk = $1)';
const ACCOUNT = `(SELECT pk FROM accounts WHERE subject::text = ${SUBJECT})`;
const SESSIONS = `(SELECT grant_id FROM oidc_payloads WHERE account_id = ${SUBJECT})`;
const ROADMAP = '(SELECT pk FROM roadmaps WHERE student_pk = $1)';
const RATING = '(SELECT pk FROM student_profile_ratings WHERE student_pk = $1)';
const ESSAYS = '(SELECT pk FROM essays WHERE student_pk = $1)';
const REVIEWS = `(SELECT pk FROM rating_reviews WHERE rating_pk IN ${RATING})`;
const SHARED_LISTS = '(SELECT pk FROM task_lists WHERE owner_pk = $1 AND NOT private)';
const MEETINGS = '(SELECT pk::text FROM booked_meetings WHERE provider_pk = $1 OR client_pk = $1)';
/** The notes that the person received. */
const RECEIVED = 'pk IN (SELECT note_pk FROM note_recipients WHERE user_pk = $1)';
/**
 * Emails that stay although they contain the person's name ({@link PersonalTable.keptForNamesakes}): those of the
 * deletion, and those in the queue about a meeting of other people, if one of them has the same name and the topic and
 * the reason do not contain it. Example: a father has the name of the deleted child, and his meeting is canceled.
 */
const MAILS_KEPT_FOR_NAMESAKES = `key = ANY ($4::text[]) OR (
  state = 'queued' AND key LIKE 'meeting:%' AND NOT "to" ~* ANY ($1::text[]) AND EXISTS (
    SELECT FROM booked_meetings AS meeting
      JOIN users AS namesake ON namesake.pk IN (meeting.provider_pk, meeting.client_pk, mails.user_pk)
    WHERE meeting.pk::text = split_part(mails.key, ':', 2) AND $2::int NOT IN (meeting.provider_pk, meeting.client_pk)
      AND namesake.pk <> $2 AND lower(namesake.full_name) = lower($3)
      AND NOT concat_ws(' ', meeting.name, meeting.cancel_reason) ~* ANY ($1::text[])))`;

const PUBLISHED: ImpersonalTable = { noPersonalData: 'Published data.' };
const HASHED: ImpersonalTable = {
  noPersonalData:
    'Counters by the hash of an address or a number, deleted when their period ends, after 30 days at the latest.',
};

/** Every table, in the order of deletion: a table whose condition reads another one is above it. */
export const PERSONAL_DATA = {
  users: {
    title: 'Profile',
    exported: 'pk = $1',
    exportedToOthers: 'pk = $1',
    hidden: ['issuer', 'subject', 'tokens_valid_after', 'students_revision', 'has_time_zone'],
    hiddenFromOthers: [
      'email',
      'phone',
      'birthday',
      'tracker_link',
      'theme',
      'last_release_viewed',
      'keeps_parents_out',
    ],
  },
  relations: rows('Family, mentors and students', 'student_pk = $1 OR user_pk = $1', {
    hidden: ['student_name', 'student_enabled'],
  }),
  userPermissions: rows('Permissions', 'user_pk = $1'),
  accountStateChanges: ownRows('Account disabled and enabled', 'user_pk = $1', {
    // Only staff see the reason.
    hidden: ['reason'],
  }),
  pins: ownRows('Pinned students', 'user_pk = $1', { deleted: 'user_pk = $1 OR pinned_pk = $1' }),
  revokedSessions: { noPersonalData: 'Random numbers of ended sign-ins, deleted after a day.' },
  dataExports: secret('Data exports', 'requester_pk = $1 OR subject_pk = $1'),
  deletionRequests: { noPersonalData: 'Numbers of people and times; the deletion removes the row.' },

  emailChanges: ownRows('New email address', `account_pk IN ${ACCOUNT}`, {
    exported: `account_pk IN ${ACCOUNT} AND used_form IS NULL`,
    hidden: ['token_hash', 'used_form'],
  }),
  passwordResetLinks: secret('Password reset links', `account_pk IN ${ACCOUNT}`),
  passkeys: ownRows('Passkeys', `account_pk IN ${ACCOUNT}`, {
    hidden: ['credential_id', 'public_key', 'counter'],
  }),
  passkeyChallenges: { noPersonalData: 'Random numbers of unfinished requests, deleted within hours.' },
  recoveryCodes: secret('Recovery codes', `account_pk IN ${ACCOUNT}`),
  secondFactors: secret('One-time codes', `account_pk IN ${ACCOUNT}`),
  signInDevices: ownRows('Signed-in devices', `session_id IN ${SESSIONS}`, { hidden: ['session_id'] }),
  oidcPayloads: secret('Sign-ins', `account_id = ${SUBJECT}`),
  webSessions: secret('Web sessions', `subject = ${SUBJECT}`),
  signUps: ownRows('Unfinished sign-ups', `lower(email) = ${EMAIL}`, { hidden: ['token_hash'] }),
  accounts: ownRows('Sign-in account', `subject::text = ${SUBJECT}`, {
    hidden: ['subject', 'password_hash'],
  }),
  signInFailures: HASHED,
  rateLimits: HASHED,
  oidcSecrets: { noPersonalData: 'Keys of the server.' },
  mails: ownRows('Emails', `user_pk = $1 OR (user_pk IS NULL AND lower("to") = ${EMAIL})`, {
    hidden: ['key', 'html', 'headers', 'calendar', 'claimed_until', 'last_error'],
    quotingColumns: ['to', 'subject', 'text', 'html', 'headers', 'calendar', 'last_error'],
    keptForNamesakes: MAILS_KEPT_FOR_NAMESAKES,
    aboutMeetings: `key LIKE 'meeting:%' AND split_part(key, ':', 2) IN ${MEETINGS}`,
  }),

  notes: {
    title: 'Notes',
    exported: `author_pk = $1 OR ${RECEIVED}`,
    exportedToOthers: `sent_at IS NOT NULL AND ${RECEIVED}
      AND pk IN (SELECT note_pk FROM note_recipients WHERE user_pk = $2)`,
    hidden: ['body', 'html_body', 'title_words', 'body_words', 'mentor_name', 'version'],
    // Notes about others stay, with 'Former mentor' as author; nobody else can see the rest.
    deleted: `student_pk = $1 OR booked_meeting_pk IN (SELECT pk FROM booked_meetings WHERE client_pk = $1)
      OR (author_pk = $1 AND sent_at IS NULL AND (student_pk IS NULL OR booked_meeting_pk IS NOT NULL))`,
  },
  noteRecipients: secret('Recipients of notes', 'user_pk = $1'),
  roomVisits: rows('Visits of meeting rooms', 'user_pk = $1', {
    hidden: ['peer_id', 'secret_hash', 'ticket_hash', 'ticket_expires_at', 'connection'],
  }),
  simplybookRequests: rows('Bookings in SimplyBook', 'student_pk = $1 OR mentor_pk = $1 OR actor_pk = $1', {
    hidden: ['key', 'input_hash', 'claimed_until'],
  }),
  simplybookMemberships: rows('Membership in SimplyBook', 'student_pk = $1', { hidden: ['read_number'] }),
  simplybookPeople: rows('Numbers in SimplyBook', 'user_pk = $1'),
  simplybookNewClients: secret('Being added in SimplyBook', 'student_pk = $1'),
  simplybookCancellations: secret(
    'Being canceled in SimplyBook',
    `actor_pk = $1 OR meeting_pk IN (SELECT pk FROM booked_meetings WHERE $1 IN (provider_pk, client_pk))`,
  ),
  simplybookBookings: { noPersonalData: 'Numbers of bookings and people, deleted with their meetings.' },
  simplybookConnections: { noPersonalData: 'The state of the connection.' },
  simplybookProblems: { noPersonalData: 'Numbers in the booking system.' },
  noteCounts: secret('Numbers of notes', 'student_pk = $1'),
  bookedMeetings: rows('Meetings', 'provider_pk = $1 OR client_pk = $1', {
    hidden: ['meet_id', 'busy', 'sequence', 'room_closed'],
    // Meetings with notes stay, and those that families see as canceled by the deletion.
    deleted: `client_pk = $1 OR (provider_pk = $1 AND cancel_reason <> '${DEPARTURE_REASONS.mentor}'
      AND NOT EXISTS (SELECT FROM notes WHERE booked_meeting_pk = booked_meetings.pk))`,
  }),

  availabilityHours: rows('Weekly hours for meetings', 'mentor_pk = $1'),
  availabilityOverrides: rows('Days with other hours', 'mentor_pk = $1'),
  availabilities: rows('Availability for meetings', 'mentor_pk = $1'),

  favoriteLists: ownRows('Favorite lists', 'user_pk = $1'),
  taskActivities: rows('Task history', 'owner_pk = $1', {
    exportedToOthers: `owner_pk = $1 AND NOT was_private AND list_pk IN ${SHARED_LISTS}
      AND (old_list_pk IS NULL OR old_list_pk IN ${SHARED_LISTS})
      AND task_pk IN (SELECT pk FROM tasks WHERE list_pk IN ${SHARED_LISTS} AND deleted_at IS NULL)`,
  }),
  tasks: rows('Tasks', 'owner_pk = $1', {
    exportedToOthers: `list_pk IN ${SHARED_LISTS} AND deleted_at IS NULL`,
    hidden: ['body', 'position', 'version', 'recurrence_day'],
  }),
  taskLists: rows('Task lists', 'owner_pk = $1', { exportedToOthers: 'owner_pk = $1 AND NOT private' }),
  listTemplates: rows('List templates', 'owner_pk = $1'),
  calendarFeeds: ownRows('Calendar link', 'user_pk = $1', { hidden: ['token_hash'] }),

  idempotencyKeys: { ...secret('Repeated requests', 'user_pk = $1'), quotingColumns: ['answer'] },
  alertSettings: ownRows('Alert settings', 'user_pk = $1', { hidden: ['unsubscribe_token'] }),
  alerts: ownRows('Alerts', 'user_pk = $1', {
    hidden: ['key', 'revision'],
    quotingColumns: ['title', 'body'],
    aboutMeetings: `kind IN ('meeting_changed', 'meeting_reminder') AND split_part(key, ':', 2) IN ${MEETINGS}`,
  }),
  alertFeeds: secret('State of the alert feed', 'user_pk = $1'),

  institutions: PUBLISHED,
  majors: PUBLISHED,
  schools: PUBLISHED,
  courses: PUBLISHED,
  examCategories: PUBLISHED,
  exams: PUBLISHED,
  majorInterests: rows('Majors of interest', `roadmap_pk IN ${ROADMAP}`),
  classGrades: rows('Classes', `roadmap_pk IN ${ROADMAP}`),
  satScores: rows('SAT scores', `roadmap_pk IN ${ROADMAP}`),
  actScores: rows('ACT scores', `roadmap_pk IN ${ROADMAP}`),
  examScores: rows('Other exam scores', `roadmap_pk IN ${ROADMAP}`),
  activities: rows('Activities', `roadmap_pk IN ${ROADMAP}`),
  colleges: rows('Colleges', `roadmap_pk IN ${ROADMAP}`),
  roadmaps: rows('Roadmap', 'student_pk = $1'),

  essayComments: ownRows('Comments on essays', `essay_pk IN ${ESSAYS}`),
  essayVersions: ownRows('Versions of essays', `essay_pk IN ${ESSAYS}`),
  essays: rows('Essays', 'student_pk = $1', { exportedToOthers: 'student_pk = $1 AND is_shared' }),
  acceptedTerms: ownRows('Accepted terms', 'user_pk = $1'),
  articleReadings: ownRows('Articles read', 'user_pk = $1'),
  articleVersions: { title: 'Articles', authorNames: ['author'] },

  continuedSignUps: ownRows('Sign-up', `user_pk = $1 OR lower(email) = ${EMAIL}`, {
    hidden: ['session_hash'],
  }),
  membershipPlans: PUBLISHED,
  membershipEntries: rows('Meetings and reviews of the membership', 'student_pk = $1', {
    // Only staff see the note and the author of a correction.
    hidden: ['note', 'actor_pk'],
  }),
  memberships: rows('Membership', 'student_pk = $1'),
  stripeEvents: { noPersonalData: 'Numbers of processed payment events.' },

  ratingReviewRequests: rows('Requested reviews', 'student_pk = $1'),
  ratingReviewCategories: rows('Categories of reviews', `review_pk IN ${REVIEWS}`),
  ratingReviews: rows('Reviews of the profile rating', `rating_pk IN ${RATING}`),
  ratingCategories: rows('Categories of the profile rating', `rating_pk IN ${RATING}`),
  studentProfileRatings: rows('Profile rating', 'student_pk = $1'),

  bugReports: ownRows('Bug reports', 'user_pk = $1'),
  files: ownRows('Files', 'owner_pk = $1'),
  invitations: ownRows('Invitations', 'inviter_pk = $1', {
    hidden: ['token_hash'],
    deleted: `inviter_pk = $1 OR accepted_pk = $1 OR lower(email) = ${EMAIL}`,
  }),
  interactions: rows('Interactions', 'student_pk = $1', {
    exportedToOthers: 'student_pk = $1 AND shared',
    hidden: ['shared'],
  }),
  lastInteractions: rows('Last interaction', 'student_pk = $1'),

  // Append-only, with numbers of people and no texts.
  securityEvents: {
    title: 'Account activity',
    exported: 'actor_pk = $1 OR subject_pk = $1',
    hidden: ['day', 'minute'],
  },
} as const satisfies Readonly<Record<keyof Tables, PersonalTable | ImpersonalTable>>;

/** Returns the name of a table in SQL. */
function sqlName(table: string): string {
  return table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every declared table by its name in SQL. */
export const DECLARED_TABLES: readonly string[] = Object.keys(PERSONAL_DATA).map(sqlName);

/** The tables with personal data, by their names in SQL. */
export const PERSONAL_TABLES: readonly (PersonalTable & { name: string })[] = Object.entries(
  PERSONAL_DATA as Readonly<Record<string, PersonalTable | ImpersonalTable>>,
).flatMap(([table, data]) => ('noPersonalData' in data ? [] : [{ name: sqlName(table), ...data }]));
