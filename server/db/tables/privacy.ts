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
}
