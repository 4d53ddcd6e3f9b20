import {
  BellRing,
  Bug,
  Gauge,
  GraduationCap,
  House,
  ListTodo,
  NotebookPen,
  Route,
  UserPlus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { canInvite } from '#shared/invitations/policy.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';

/** A place of the app that the person has. */
export interface Place {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** The app's places in the order of the side menu, those that this person has. An entry appears with its feature. */
export function placesOf(me: Pick<Me, 'pk' | 'role' | 'permissions'>): Place[] {
  const may = (permission: string) => me.permissions.includes(permission);
  return [
    { label: 'Dashboard', to: paths.home, icon: House },
    ...(me.role === 'student'
      ? [
          { label: 'Roadmap', to: paths.roadmap(), icon: Route },
          { label: 'Profile Rating', to: paths.studentProfileRating(me.pk), icon: Gauge },
        ]
      : [{ label: 'Students', to: paths.students, icon: GraduationCap }]),
    // Who writes no notes receives them: those are by others.
    {
      label: 'Notes',
      to: me.role === 'mentor' ? paths.notes : `${paths.notes}?by=others`,
      icon: NotebookPen,
    },
    { label: 'Tasks', to: paths.tasks, icon: ListTodo },
    // SHEL-020
    ...(canInvite(me) ? [{ label: 'Invite Users', to: paths.invitations, icon: UserPlus }] : []),
    ...(may('bug_reports.view_report') ? [{ label: 'Bug Reports', to: paths.bugReports, icon: Bug }] : []),
    ...(may('alerts.create_alert') ? [{ label: 'Alerts', to: paths.alerts, icon: BellRing }] : []),
  ];
}
