import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { registerAlertRoutes } from '../features/alerts/alerts.routes.ts';
import { registerCalendarRoutes } from '../features/calendar/calendar.routes.ts';
import { registerInvitationRoutes } from '../features/invitations/invitations.routes.ts';
import { registerRoadmapRoutes } from '../features/roadmap/roadmap.routes.ts';
import { registerBugReportRoutes } from '../features/bug-reports/bug-reports.routes.ts';
import { registerSessionRoutes } from '../features/session/session.routes.ts';
import { registerShellRoutes } from '../features/shell/shell.routes.ts';
import { registerTaskRoutes } from '../features/tasks/tasks.routes.ts';
import { registerUserRoutes } from '../features/users/users.routes.ts';
import type { Services } from '../services.ts';
import type { Authentication } from './authentication.ts';

/** What a feature's REST routes are made with. */
export interface RouteContext {
  server: FastifyInstance;
  services: Services;
  authentication: Authentication;
  config: Config;
}

/** Every REST route of the product, feature by feature. */
export function registerRoutes(context: RouteContext) {
  registerAlertRoutes(context);
  registerCalendarRoutes(context);
  registerInvitationRoutes(context);
  registerRoadmapRoutes(context);
  registerBugReportRoutes(context);
  registerSessionRoutes(context);
  registerShellRoutes(context);
  registerTaskRoutes(context);
  registerUserRoutes(context);
}
