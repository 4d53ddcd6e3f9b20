/** The roles of people. Staff are mentors with global permissions. */
export const ROLES = ['student', 'parent', 'mentor'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  student: 'Student',
  parent: 'Parent',
  mentor: 'Mentor',
};

/** A person's relation to a student. */
export type RelationKind = 'parent' | 'mentor';

/** Global permissions, granted to staff one by one; no role includes them. */
export const GLOBAL_PERMISSIONS = [
  'alerts.create_alert',
  'bug_reports.view_report',
  'graphql.introspect',
  'learning_center.change_article',
  'memberships.manage_membership',
  'privacy.manage_data',
  'roadmap.view_roadmap',
  'roadmap.change_roadmap',
  'roadmap.add_roadmap',
  'users.add_student',
  'users.add_parent',
  'users.add_mentor',
  'users.assign_student',
  'users.assign_parent',
  'users.assign_mentor',
  'users.remove_student',
  'users.remove_parent',
  'users.remove_mentor',
  'users.disable_user',
  'users.reset_password',
  'users.view_studentprofilerating',
] as const;
export type GlobalPermission = (typeof GLOBAL_PERMISSIONS)[number];
