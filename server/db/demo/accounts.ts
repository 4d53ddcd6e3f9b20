import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';

/** The password of every demo account. Demo data is added to empty databases only, and never in production. */
export const DEMO_PASSWORD = 'gopath-demo-2026';

interface DemoAccount {
  email: string;
  role: Role;
  firstName: string;
  lastName: string;
  permissions: GlobalPermission[];
}

/** The accounts that exist after the first start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'student@gopath.example',
    role: 'student',
    firstName: 'Maya',
    lastName: 'Okafor',
    permissions: [],
  },
  { email: 'parent@gopath.example', role: 'parent', firstName: 'Ngozi', lastName: 'Okafor', permissions: [] },
  { email: 'mentor@gopath.example', role: 'mentor', firstName: 'Elena', lastName: 'Marsh', permissions: [] },
  {
    email: 'staff@gopath.example',
    role: 'mentor',
    firstName: 'Samuel',
    lastName: 'Whitfield',
    permissions: [
      'alerts.create_alert',
      'bug_reports.view_report',
      'graphql.introspect',
      'learning_center.change_article',
      'memberships.manage_membership',
      'privacy.manage_data',
      'roadmap.view_roadmap',
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
    ],
  },
];
