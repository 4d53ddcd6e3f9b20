import type { ColumnType, Generated } from 'kysely';

export interface PrivacyTables {
  /** Append-only; the database rejects changes. */
  securityEvents: {
    pk: Generated<number>;
    at: Generated<Date>;
    /** The day of `at` in UTC. */
    day: ColumnType<Date, never, never>;
    kind: string;
    actorPk: number | null;
    subjectPk: number | null;
    objectPk: number | null;
    detail: string | null;
    /** Set for events that are logged at most once a minute. */
    minute: Date | null;
  };
  /** Exports of a person's data: one for each requester and person. */
  dataExports: {
    pk: Generated<number>;
    requesterPk: number;
    subjectPk: number;
    state: Generated<'waiting' | 'ready' | 'downloaded' | 'failed' | 'expired'>;
    /** In percent. */
    progress: Generated<number>;
    attempts: Generated<number>;
    downloadAttempts: Generated<number>;
    /** The name of the stored ZIP. */
    file: string | null;
    createdAt: Date;
    finishedAt: Date | null;
    expiresAt: Date | null;
  };
  /** Accounts in their grace period before deletion. */
  deletionRequests: { userPk: number; requesterPk: number; requestedAt: Date; dueAt: Date };
}
