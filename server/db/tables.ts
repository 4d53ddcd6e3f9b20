import type { IdempotencyTables } from './tables/idempotency.ts';
import type { AlertTables } from './tables/alerts.ts';
import type { BookingTables } from './tables/booking.ts';
import type { BugReportTables } from './tables/bug-reports.ts';
import type { EssayTables } from './tables/essays.ts';
import type { InteractionTables } from './tables/interactions.ts';
import type { InvitationTables } from './tables/invitations.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { LearningTables } from './tables/learning.ts';
import type { LegalTables } from './tables/legal.ts';
import type { MailTables } from './tables/mail.ts';
import type { MeetingTables } from './tables/meetings.ts';
import type { MembershipTables } from './tables/memberships.ts';
import type { NoteTables } from './tables/notes.ts';
import type { PrivacyTables } from './tables/privacy.ts';
import type { RatingTables } from './tables/ratings.ts';
import type { RoadmapTables } from './tables/roadmap.ts';
import type { RoomTables } from './tables/rooms.ts';
import type { SimplybookTables } from './tables/simplybook.ts';
import type { TaskTables } from './tables/tasks.ts';
import type { UserTables } from './tables/users.ts';

/** Every table, for typed queries. A feature adds its own interface in `tables/`. */
export type Tables = UserTables &
  IdentityTables &
  MailTables &
  NoteTables &
  MeetingTables &
  RoomTables &
  SimplybookTables &
  MembershipTables &
  TaskTables &
  IdempotencyTables &
  AlertTables &
  RoadmapTables &
  RatingTables &
  BookingTables &
  BugReportTables &
  EssayTables &
  InvitationTables &
  InteractionTables &
  LearningTables &
  LegalTables &
  PrivacyTables;
