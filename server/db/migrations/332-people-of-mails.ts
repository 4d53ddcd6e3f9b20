import { type Kysely, sql } from 'kysely';

/** Who gets an email: another person can have the address later. Null for people without an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mails ADD user_pk integer REFERENCES users ON DELETE CASCADE`.execute(db);
  await sql`UPDATE mails SET user_pk = users.pk FROM users WHERE lower(users.email) = lower(mails."to")`.execute(
    db,
  );
  await sql`CREATE INDEX mails_of_user ON mails (user_pk)`.execute(db);
}
