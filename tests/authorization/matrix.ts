/**
 * The authorization matrix: who can do what with each object. The tests are generated from it and use real HTTP. An
 * omitted column has the cell in `others`.
 */

import { ROADMAP_RULES } from './roadmap.ts';
import {
  AUTHOR,
  FAMILY_AND_STAFF,
  KNOWN,
  MENTORS,
  PARTICIPANTS,
  RELATED,
  RELATED_REFUSED,
  STAFF,
  STUDENT,
  TEAM,
  type Cell,
  type Column,
  type Rule,
} from './rules.ts';

/** All rows of the matrix. */
export const MATRIX = [
  ...ROADMAP_RULES,
  {
    object: 'note',
    action: 'create',
    cells: { author: 'allow', coMentor: 'allow', unrelatedMentor: 'allow', staff: 'allow' },
    others: 'refused',
  },
  {
    object: 'note',
    action: 'create about the student',
    cells: {
      author: 'allow',
      coMentor: 'allow',
      student: 'refused',
      parent: 'refused',
      unrelatedStudent: 'refused',
      unrelatedParent: 'refused',
    },
    others: 'hidden',
  },
  { object: 'note', action: 'read', cells: MENTORS, others: 'hidden' },
  { object: 'note', action: 'list', cells: MENTORS, others: 'empty' },
  { object: 'note', action: 'change', cells: { author: 'allow', coMentor: 'refused' }, others: 'hidden' },
  { object: 'note', action: 'delete', cells: { author: 'allow', coMentor: 'refused' }, others: 'hidden' },
  { object: 'unsent meeting note', action: 'read', cells: AUTHOR, others: 'hidden' },
  { object: 'unsent meeting note', action: 'list', cells: AUTHOR, others: 'empty' },
  { object: 'unsent meeting note', action: 'change', cells: AUTHOR, others: 'hidden' },
  { object: 'unsent meeting note', action: 'delete', cells: AUTHOR, others: 'hidden' },
  {
    object: 'unsent meeting note',
    action: 'see who would receive it',
    cells: AUTHOR,
    others: 'hidden',
  },
  { object: 'unsent meeting note', action: 'send', cells: AUTHOR, others: 'hidden' },
  {
    object: 'sent meeting note',
    action: 'read',
    cells: RELATED,
    others: 'hidden',
  },
  {
    object: 'sent meeting note',
    action: 'list',
    cells: RELATED,
    others: 'empty',
  },
  {
    object: 'sent meeting note',
    action: 'change',
    cells: RELATED_REFUSED,
    others: 'hidden',
  },
  {
    object: 'sent meeting note',
    action: 'delete',
    cells: RELATED_REFUSED,
    others: 'hidden',
  },
  {
    object: 'sent meeting note',
    action: 'send again',
    // The author can send it twice: the second time does nothing.
    cells: { author: 'allow', coMentor: 'refused', student: 'refused', parent: 'refused' },
    others: 'hidden',
  },
  {
    object: 'sent meeting note',
    action: 'see who received it',
    cells: AUTHOR,
    others: 'hidden',
  },
  {
    object: 'booked meeting',
    action: 'read',
    cells: PARTICIPANTS,
    others: 'hidden',
  },
  {
    object: 'booked meeting',
    action: 'list',
    cells: PARTICIPANTS,
    others: 'empty',
  },
  {
    object: 'booked meeting',
    action: 'come next',
    cells: PARTICIPANTS,
    others: 'empty',
  },
  {
    object: 'booked meeting',
    action: 'write its note',
    cells: {
      author: 'allow',
      student: 'refused',
      parent: 'refused',
      unrelatedStudent: 'refused',
      unrelatedParent: 'refused',
    },
    others: 'hidden',
  },
  {
    object: 'meeting room',
    action: 'open',
    cells: PARTICIPANTS,
    others: 'hidden',
  },
  {
    object: 'meeting room',
    action: 'join',
    cells: PARTICIPANTS,
    others: 'hidden',
  },
  {
    object: 'meeting room',
    action: 'open while the student keeps parents out',
    cells: { author: 'allow', student: 'allow' },
    others: 'hidden',
  },
  {
    object: 'meeting room',
    action: 'join while the student keeps parents out',
    cells: { author: 'allow', student: 'allow' },
    others: 'hidden',
  },
  { object: 'parents in meetings', action: 'see the choice', cells: { student: 'allow' }, others: 'empty' },
  { object: 'parents in meetings', action: 'choose', cells: { student: 'allow' }, others: 'refused' },
  {
    object: 'pin',
    action: 'toggle the student',
    cells: { author: 'allow', coMentor: 'allow', parent: 'allow', staff: 'allow' },
    others: 'hidden',
  },
  { object: 'person', action: 'see the student', cells: KNOWN, others: 'hidden' },
  { object: 'person', action: 'see a mentor of the student', cells: KNOWN, others: 'hidden' },
  { object: 'person', action: 'see a parent of the student', cells: KNOWN, others: 'hidden' },
  { object: 'person', action: 'see who belongs to the student', cells: KNOWN, others: 'hidden' },
  {
    object: 'contact data',
    action: "see the student's",
    cells: { author: 'allow', coMentor: 'allow', student: 'allow', parent: 'empty', staff: 'empty' },
    others: 'hidden',
  },
  {
    object: 'contact data',
    action: "change the student's phone number",
    cells: TEAM,
    others: 'hidden',
  },
  {
    object: 'contact data',
    action: "change the student's birthday",
    cells: TEAM,
    others: 'hidden',
  },
  {
    object: 'contact data',
    action: "change the student's tracker link",
    cells: MENTORS,
    others: 'hidden',
  },
  {
    object: 'contact data',
    action: "change a mentor's phone number",
    cells: AUTHOR,
    others: 'hidden',
  },
  {
    object: 'relation',
    action: 'assign a mentor to the student',
    cells: STAFF,
    others: 'hidden',
  },
  {
    object: 'relation',
    action: 'assign the student to a mentor',
    cells: STAFF,
    others: 'hidden',
  },
  {
    object: 'relation',
    action: 'remove a parent of the student',
    cells: STAFF,
    others: 'hidden',
  },
  { object: 'account state', action: 'disable the student', cells: STAFF, others: 'hidden' },
  {
    object: 'account state',
    action: 'send the student a password reset',
    cells: STAFF,
    others: 'hidden',
  },
  {
    object: 'user search',
    action: 'find the student',
    cells: { author: 'allow', coMentor: 'allow', staff: 'allow', unrelatedMentor: 'empty' },
    others: 'hidden',
  },
  {
    object: 'dashboard',
    action: 'see the student',
    cells: RELATED,
    others: 'empty',
  },
  {
    object: 'own students',
    action: 'list',
    cells: { author: 'allow', coMentor: 'allow', parent: 'allow' },
    others: 'empty',
  },
  {
    object: 'invitation',
    action: 'invite a parent',
    cells: { student: 'allow', unrelatedStudent: 'allow', staff: 'allow' },
    others: 'hidden',
  },
  {
    object: 'invitation',
    action: 'invite a student',
    cells: { student: 'refused', unrelatedStudent: 'refused', staff: 'allow' },
    others: 'hidden',
  },
  {
    object: 'invitation',
    action: 'list own',
    cells: { student: 'allow', unrelatedStudent: 'empty', staff: 'empty' },
    others: 'hidden',
  },
  { object: 'invitation', action: "send the student's again", cells: STUDENT, others: 'hidden' },
  { object: 'invitation', action: "revoke the student's", cells: STUDENT, others: 'hidden' },
  { object: 'audit log', action: 'read', cells: STAFF, others: 'hidden' },
  { object: 'audit log', action: 'export', cells: STAFF, others: 'hidden' },
  { object: 'audit log', action: 'read own events', cells: {}, others: 'allow' },
  {
    object: 'personal data',
    action: "see the student's export and deletion",
    cells: FAMILY_AND_STAFF,
    others: 'hidden',
  },
  {
    object: 'personal data',
    action: "export the student's",
    cells: FAMILY_AND_STAFF,
    others: 'hidden',
  },
  {
    object: 'personal data',
    action: "delete the student's",
    cells: FAMILY_AND_STAFF,
    others: 'hidden',
  },
  {
    object: 'membership',
    action: 'read',
    cells: FAMILY_AND_STAFF,
    others: 'hidden',
  },
  // The family may pay, but this server has no payment settings.
  { object: 'membership', action: 'pay', cells: { student: 'refused', parent: 'refused' }, others: 'hidden' },
  {
    object: 'membership',
    action: 'manage the payment',
    cells: { student: 'refused', parent: 'refused' },
    others: 'hidden',
  },
  { object: 'memberships', action: 'list', cells: STAFF, others: 'hidden' },
  { object: 'memberships', action: 'export', cells: STAFF, others: 'hidden' },
  { object: 'memberships', action: 'list the plans', cells: STAFF, others: 'hidden' },
  { object: 'memberships', action: 'change a plan', cells: STAFF, others: 'hidden' },
  { object: 'memberships', action: 'correct', cells: STAFF, others: 'hidden' },
  { object: 'connections', action: 'read', cells: { staff: 'allow' }, others: 'hidden' },
  // The booking system is off, so there is nothing to sync.
  { object: 'connections', action: 'sync', cells: { staff: 'refused' }, others: 'hidden' },
  { object: 'own profile', action: 'read', cells: {}, others: 'allow' },
  { object: 'own profile', action: 'read over GraphQL', cells: {}, others: 'allow' },
  { object: 'own profile', action: 'choose a theme', cells: {}, others: 'allow' },
  { object: 'own profile', action: 'change name and time zone', cells: {}, others: 'allow' },
] as const satisfies readonly Rule[];

/** Objects whose cells a feature's own tests cover. */
export const TESTED_IN: Readonly<Record<string, string>> = {
  list: 'server/features/tasks/lists/lists.test.ts',
  'private list': 'server/features/tasks/privacy.test.ts',
  task: 'server/features/tasks/tasks.test.ts',
  deadline: 'server/features/deadlines/deadlines.test.ts',
  essay: 'tests/authorization/essays.ts',
  interaction: 'tests/authorization/interactions.ts',
  'learning article': 'tests/authorization/learning.ts',
  visibility: 'server/features/visibility/visibility.test.ts',
  availability: 'server/features/booking/availability.test.ts',
  booking: 'server/features/booking/booking.test.ts',
  alerts: 'server/features/alerts/feed.test.ts',
  'bug report': 'server/features/bug-reports/bug-reports.test.ts',
  'own account': 'server/features/account/account.test.ts',
  'calendar feed': 'server/features/calendar/calendar.test.ts',
  'data export': 'server/features/privacy/exports.test.ts',
  session: 'server/features/session/session.test.ts',
};

/** Returns the cell of a rule and a column. */
export function cellOf(rule: Rule, column: Column): Cell {
  if (column === 'disabled' || column === 'anonymous') return 'signed out';
  return rule.cells[column] ?? rule.others;
}
