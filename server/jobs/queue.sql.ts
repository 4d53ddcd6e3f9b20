/** The schema of the queue's tables (created by the migration 003-jobs). */
export const JOBS_SCHEMA = 'pgboss';

/** Selects those of the names $1 that have due jobs. */
export const DUE_NAMES = `SELECT name FROM unnest($1::text[]) AS name WHERE EXISTS (
  SELECT FROM ${JOBS_SCHEMA}.job
  WHERE job.name = name.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now())`;
