import { type Kysely, sql } from 'kysely';

/** When the state of a subscription was read from the payment provider, so that an older read changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE memberships ADD COLUMN payment_read_at timestamptz(3)`.execute(db);
}
