import {
  BellRing,
  BookOpen,
  Bug,
  CalendarClock,
  CreditCard,
  Gauge,
  GraduationCap,
  History,
  House,
  ListTodo,
  NotebookPen,
  PenLine,
  Plug,
  Route,
  ScrollText,
  UserPlus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { canInvite } from '#shared/invitations/policy.ts';
import type { Capability } from '#shared/kernel/capabilities.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { GlobalPermission } from '#shared/kernel/roles.ts';
import type { Me } from '#shared/users/responses.ts';

/** An entry of the side menu. */
export interface NavItem {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** Returns the entries of a person's side menu, in order. */
export function navItems(me: Pick<Me, 'pk' | 'capabilities' | 'permissions' | 'show_meetings'>): NavItem[] {
  const may = (permission: GlobalPermission) => me.permissions.includes(permission);
  const can = (capability: Capability) => me.capabilities.includes(capability);
  return [
    { label: 'Dashboard', to: paths.home, icon: House },
    { label: 'Learning Center', to: paths.learningCenter, icon: BookOpen },
    ...(can('own_roadmap')
      ? [
          { label: 'Roadmap', to: paths.roadmap(), icon: Route },
          { label: 'Profile Rating', to: paths.studentProfileRating(me.pk), icon: Gauge },
        ]
      : []),
    // SHEL-012
    ...(can('own_essays') ? [{ label: 'Essays', to: paths.essays(me.pk), icon: PenLine }] : []),
    ...(can('list_students') ? [{ label: 'Students', to: paths.students, icon: GraduationCap }] : []),
    { label: 'Notes', to: paths.notes, icon: NotebookPen },
    // SHEL-015, MEET-046, INT-004
    ...(me.show_meetings
      ? [
          { label: 'Meetings', to: paths.meetings, icon: CalendarClock },
          { label: 'Interactions', to: paths.interactions, icon: History },
        ]
      : []),
    // SHEL-020
    ...(canInvite(me.capabilities) ? [{ label: 'Invite Users', to: paths.invitations, icon: UserPlus }] : []),
    ...(may('bug_reports.view_report')
      ? [
          { label: 'Bug Reports', to: paths.bugReports, icon: Bug },
          { label: 'Connections', to: paths.connections, icon: Plug },
        ]
      : []),
    ...(may('memberships.manage_membership')
      ? [{ label: 'Memberships', to: paths.memberships, icon: CreditCard }]
      : []),
    ...(may('privacy.manage_data') ? [{ label: 'Audit Log', to: paths.auditLog, icon: ScrollText }] : []),
    ...(may('alerts.create_alert') ? [{ label: 'Alerts', to: paths.alerts, icon: BellRing }] : []),
    // Last, because its lists change its height.
    { label: 'Tasks', to: paths.tasks, icon: ListTodo },
  ];
}
