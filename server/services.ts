import type { ServiceDependencies } from './dependencies.ts';
import { createAccountService } from './features/account/account.service.ts';
import { createAvailabilityService } from './features/booking/availability.service.ts';
import { createBookingRules } from './features/booking/booking-rules.service.ts';
import { createBookingService } from './features/booking/booking.service.ts';
import { createDeparturesService } from './features/booking/departures.service.ts';
import { createCalendarService } from './features/calendar/calendar.service.ts';
import { createConnectionsService } from './features/connections/connections.service.ts';
import { createDashboardService } from './features/dashboard/dashboard.service.ts';
import { createDeadlinesService } from './features/deadlines/deadlines.service.ts';
import { createEssaysService } from './features/essays/essays.service.ts';
import { createInteractionsService } from './features/interactions/interactions.service.ts';
import { createInvitationLinksService } from './features/invitations/invitation-links.service.ts';
import { createInvitationsService } from './features/invitations/invitations.service.ts';
import { createLearningService } from './features/learning/learning.service.ts';
import { createLegalService } from './features/legal/legal.service.ts';
import { createMembershipRecordsService } from './features/memberships/membership-records.service.ts';
import { createPlansService } from './features/memberships/plans.service.ts';
import { createPaymentsService } from './features/memberships/payments.service.ts';
import { createMembershipsService } from './features/memberships/memberships.service.ts';
import { createMeetingsService } from './features/meetings/meetings.service.ts';
import { createNotesService } from './features/notes/notes.service.ts';
import { createBugReportsService } from './features/bug-reports/bug-reports.service.ts';
import { createAlertsService } from './features/alerts/alerts.service.ts';
import { createAuditLogService } from './features/privacy/audit-log.service.ts';
import { createDeletionsService } from './features/privacy/deletions.service.ts';
import { createExportsService } from './features/privacy/exports.service.ts';
import { createRatingsService } from './features/ratings/ratings.service.ts';
import { createReviewRequestsService } from './features/ratings/review-requests.service.ts';
import { createRoadmapService } from './features/roadmap/roadmap.service.ts';
import { createRoomPrivacyService } from './features/rooms/room-privacy.service.ts';
import { createRoomsService } from './features/rooms/rooms.service.ts';
import { createSessionService } from './features/session/session.service.ts';
import { createSignUpService } from './features/sign-up/sign-up.service.ts';
import { createSimplybookService } from './features/simplybook/simplybook.service.ts';
import { createStudentsService } from './features/students/students.service.ts';
import { createListsService } from './features/tasks/lists/lists.service.ts';
import { createShellService } from './features/shell/shell.service.ts';
import { createTasksService } from './features/tasks/tasks.service.ts';
import { createTemplatesService } from './features/tasks/templates/templates.service.ts';
import { createAccountStateService } from './features/users/account-state.service.ts';
import { createPicturesService } from './features/users/pictures.service.ts';
import { createRelationsService } from './features/users/relations.service.ts';
import { createVisibilityService } from './features/visibility/visibility.service.ts';
import { createUsersService } from './features/users/users.service.ts';

/** Every feature's service, for resolvers and routes. */
export type Services = ReturnType<typeof createServices>;

/** Creates every service and injects services into other features. */
export function createServices(dependencies: ServiceDependencies) {
  const alerts = createAlertsService(dependencies);
  const meetings = createMeetingsService(dependencies, { alerts });
  const interactions = createInteractionsService(dependencies);
  const deadlines = createDeadlinesService(dependencies, { alerts });
  const essays = createEssaysService(dependencies, { alerts });
  const lists = createListsService(dependencies);
  const notes = createNotesService(dependencies, { meetings, alerts, interactions });
  const tasks = createTasksService(dependencies, { lists, notes, alerts, interactions });
  const roadmap = createRoadmapService(dependencies);
  const payments = createPaymentsService(dependencies);
  const signUp = createSignUpService(dependencies, { roadmap, payments });
  const memberships = createMembershipsService(dependencies);
  const bookingRules = createBookingRules(dependencies, { alerts, meetings });
  const simplybook = createSimplybookService(dependencies, { rules: bookingRules, memberships });
  const connections = createConnectionsService(dependencies, { simplybook });
  const reviewRequests = createReviewRequestsService(dependencies, { alerts, memberships });
  const dataExports = createExportsService(dependencies, { alerts });
  const calendar = simplybook?.calendar ?? null;
  const departures = createDeparturesService(dependencies, { alerts, memberships, calendar });
  const deletions = createDeletionsService(dependencies, { alerts, dataExports, departures, payments });
  const relations = createRelationsService(dependencies, { alerts, deletions, departures });
  const invitationLinks = createInvitationLinksService(dependencies, { alerts, deletions, relations });
  return {
    accountState: createAccountStateService(dependencies, { departures }),
    account: createAccountService(dependencies),
    alerts,
    auditLog: createAuditLogService(dependencies),
    dashboard: createDashboardService(dependencies, { connections }),
    deadlines,
    essays,
    dataExports,
    deletions,
    interactions,
    bugReports: createBugReportsService(dependencies),
    invitationLinks,
    invitations: createInvitationsService(dependencies),
    session: createSessionService(dependencies, { alerts, invitationLinks, signUp }),
    relations,
    pictures: createPicturesService(dependencies),
    users: createUsersService(dependencies, { alerts, memberships }),
    meetings,
    memberships,
    membershipRecords: createMembershipRecordsService(dependencies, { memberships, payments }),
    payments,
    plans: createPlansService(dependencies),
    learning: createLearningService(dependencies),
    availability: createAvailabilityService(dependencies),
    booking: createBookingService(dependencies, { rules: bookingRules, memberships, calendar }),
    connections,
    legal: createLegalService(dependencies),
    lists,
    tasks,
    calendar: createCalendarService(dependencies, { tasks, meetings, roadmap, deadlines }),
    templates: createTemplatesService(dependencies, { lists, alerts, interactions }),
    notes,
    ratings: createRatingsService(dependencies, { alerts, reviewRequests }),
    reviewRequests,
    roadmap,
    rooms: createRoomsService(dependencies, { meetings, interactions }),
    roomPrivacy: createRoomPrivacyService(dependencies, { alerts }),
    signUp,
    simplybook,
    shell: createShellService(dependencies),
    students: createStudentsService(dependencies),
    visibility: createVisibilityService(dependencies, { notes, lists, essays }),
  };
}
