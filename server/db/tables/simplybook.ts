import type { ColumnType, Generated } from 'kysely';
import type { ConnectionError, ProblemKind } from '#shared/connections/responses.ts';

/** The connection to SimplyBook.me (migrations 320, 323, 325, 326, 346 and 350). */
export interface SimplybookTables {
  /** One row for each company: the token bucket of all processes, the state, and the running sync. */
  simplybookConnections: {
    company: string;
    tokens: Generated<number>;
    refilledAt: Generated<Date>;
    /** When the slots of calls in progress expire. */
    leases: Generated<Date[]>;
    /** The day that `calls` counts, in UTC. */
    day: Generated<string>;
    calls: Generated<number>;
    succeededAt: Date | null;
    failingSince: Date | null;
    failures: Generated<number>;
    error: ConnectionError | null;
    syncedAt: Date | null;
    syncedAllAt: Date | null;
    /** How far the running or interrupted sync is (`SyncProgress`). */
    pass: ColumnType<object | null, string | null, string | null>;
    /** Until when a process has reserved the sync. */
    passUntil: Date | null;
  };
  /** Links between SimplyBook.me's providers and clients and our people. */
  simplybookPeople: {
    company: string;
    kind: 'provider' | 'client';
    simplybookId: number;
    userPk: number;
    linkedAt: Date;
  };
  /** Students who are being added as clients in SimplyBook.me. */
  simplybookNewClients: {
    company: string;
    studentPk: number;
    claimedUntil: Date;
  };
  /** The newest read of each booking. It has no meeting while its people are unknown. */
  simplybookBookings: {
    company: string;
    bookingId: number;
    meetingPk: number | null;
    readNumber: number;
    /** The client there; null for a booking that was last read before migration 326. */
    clientId: number | null;
    /** The time to which a person is moving its meeting. */
    movingTo: Date | null;
    /** Until when the student is not free at that time. */
    movingUntil: Date | null;
    /** The person who is moving it. */
    movingByPk: number | null;
    /** Until when one request has reserved the change of its meeting. */
    changingUntil: Date | null;
  };
  /** The bookings in progress, made from GoPath. */
  simplybookRequests: {
    pk: Generated<number>;
    company: string;
    actorPk: number;
    /** The idempotency key of the person's request. */
    key: string;
    position: number;
    inputHash: string;
    mentorPk: number;
    studentPk: number;
    providerId: number;
    clientId: number;
    startsAt: Date;
    minutes: Generated<number>;
    topic: string;
    series: string | null;
    /** `undo`: another meeting of the series failed, so this booking must be canceled in SimplyBook.me. */
    state: Generated<'open' | 'done' | 'undo'>;
    bookingId: number | null;
    /** Until when a process has reserved the request. */
    claimedUntil: Date | null;
    createdAt: Date;
  };
  /** Meetings that a person is canceling in SimplyBook.me. */
  simplybookCancellations: {
    meetingPk: number;
    actorPk: number;
    reason: string;
    validUntil: Date;
  };
  /** How many meetings are left in the student's membership there. */
  simplybookMemberships: {
    studentPk: number;
    company: string;
    name: string;
    periodEnd: Date;
    /** -1 without a limit. */
    meetingsLeft: number;
    readNumber: number;
  };
  /** Problems for staff to fix, without names and addresses. */
  simplybookProblems: {
    company: string;
    kind: ProblemKind;
    /** The id of a booking, client or provider in SimplyBook.me. */
    reference: string;
    count: Generated<number>;
    firstAt: Date;
    lastAt: Date;
  };
}
