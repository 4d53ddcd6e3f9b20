import { builder } from './graphql/builder.ts';
import { guardMutations } from './graphql/guard-mutations.ts';
import { limitPermissions } from './graphql/limit-permissions.ts';
import './features/dashboard/dashboard.graphql.ts';
import './features/deadlines/deadlines.graphql.ts';
import './features/essays/essays.graphql.ts';
import './features/booking/availability.graphql.ts';
import './features/booking/booking.graphql.ts';
import './features/interactions/interactions.graphql.ts';
import './features/invitations/invitations.graphql.ts';
import './features/meetings/meetings.graphql.ts';
import './features/notes/notes.graphql.ts';
import './features/ratings/ratings.graphql.ts';
import './features/ratings/review-requests.graphql.ts';
import './features/roadmap/academics.graphql.ts';
import './features/roadmap/activities.graphql.ts';
import './features/roadmap/colleges.graphql.ts';
import './features/roadmap/exams.graphql.ts';
import './features/roadmap/lookups.graphql.ts';
import './features/roadmap/roadmap.graphql.ts';
import './features/students/students.graphql.ts';
import './features/tasks/tasks.graphql.ts';
import './features/users/relations.graphql.ts';
import './features/users/users.graphql.ts';
import './features/visibility/visibility.graphql.ts';
import './features/bug-reports/bug-reports.graphql.ts';

/** The whole GraphQL schema. It is printed to graphql/schema.graphql, from which the client is generated. */
export const schema = limitPermissions(guardMutations(builder.toSchema()));
