import { registerAccountRoutes } from './features/account/account.routes.ts';
import { registerAlertRoutes } from './features/alerts/alerts.routes.ts';
import { registerCalendarRoutes } from './features/calendar/calendar.routes.ts';
import { registerConnectionRoutes } from './features/connections/connections.routes.ts';
import { registerInvitationRoutes } from './features/invitations/invitations.routes.ts';
import { registerLearningRoutes } from './features/learning/learning.routes.ts';
import { registerLegalRoutes } from './features/legal/legal.routes.ts';
import { registerPrivacyRoutes } from './features/privacy/privacy.routes.ts';
import { registerRoadmapRoutes } from './features/roadmap/roadmap.routes.ts';
import { registerBugReportRoutes } from './features/bug-reports/bug-reports.routes.ts';
import { registerRoomRoutes } from './features/rooms/rooms.routes.ts';
import { registerSessionRoutes } from './features/session/session.routes.ts';
import { registerShellRoutes } from './features/shell/shell.routes.ts';
import { registerMembershipRoutes } from './features/memberships/memberships.routes.ts';
import { registerSignUpRoutes } from './features/sign-up/sign-up.routes.ts';
import { registerSimplybookRoutes } from './features/simplybook/simplybook.routes.ts';
import { registerTaskRoutes } from './features/tasks/tasks.routes.ts';
import { registerPictureRoutes } from './features/users/pictures.routes.ts';
import { registerUserRoutes } from './features/users/users.routes.ts';
import type { RouteContext } from './http/route-context.ts';

/** Registers every feature's REST routes. */
export function registerRoutes(context: RouteContext) {
  registerAccountRoutes(context);
  registerAlertRoutes(context);
  registerCalendarRoutes(context);
  registerConnectionRoutes(context);
  registerInvitationRoutes(context);
  registerLearningRoutes(context);
  registerLegalRoutes(context);
  registerPrivacyRoutes(context);
  registerRoadmapRoutes(context);
  registerBugReportRoutes(context);
  registerRoomRoutes(context);
  registerSessionRoutes(context);
  registerShellRoutes(context);
  registerMembershipRoutes(context);
  registerSignUpRoutes(context);
  registerSimplybookRoutes(context);
  registerTaskRoutes(context);
  registerUserRoutes(context);
  registerPictureRoutes(context);
}
