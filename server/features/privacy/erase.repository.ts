/**
 * The SQL that deletes a person's own rows and files. Which rows is declared in personal-data.ts (`deleted`).
 *
 * Example: after {@link erasePerson}, a student has no row in `users`; a mentor's row is anonymous: 'Former mentor',
 * person-12@deleted.invalid.
 */
import { DEFAULT_TOPIC, DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

/** A person with what identifies them in texts. */
export interface PersonToErase {
  role: string;
  fullName: string;
  email: string;
}

/** The domain of the addresses of anonymous people. It can never receive email (RFC 2606). */
const NO_DOMAIN = 'deleted.invalid';

/** Reads a person, and locks the row in a transaction; undefined when nothing personal is left. */
export async function findPersonToErase(
  database: Database,
  personPk: number,
): Promise<PersonToErase | undefined> {
  const [person] = await database.query<PersonToErase & { isAnonymous: boolean }>(
    `SELECT role, full_name AS "fullName", email, email LIKE '%@${NO_DOMAIN}' AS "isAnonymous"
    FROM users WHERE pk = $1 FOR UPDATE`,
    [personPk],
  );
  return person?.isAnonymous === false ? person : undefined;
}

/**
 * Removes a person's own rows and files. Students and parents disappear; mentors stay as 'Former mentor' in what they
 * wrote about others. Repeating it changes nothing. Call it in a transaction, after the files of exports, quotes and
 * texts about meetings are deleted: their conditions need the person's rows.
 */
export async function erasePerson(
  { database, storage }: { database: Database; storage: Storage },
  personPk: number,
): Promise<void> {
  const person = await findPersonToErase(database, personPk);
  if (person === undefined) return;
  const files = await database.query<{ name: string }>('SELECT name FROM files WHERE owner_pk = $1', [
    personPk,
  ]);
  for (const { name } of files) await storage.delete(name);
  for (const { name, deleted } of PERSONAL_TABLES) {
    if (deleted !== undefined) await database.query(`DELETE FROM ${name} WHERE ${deleted}`, [personPk]);
  }
  if (person.role === 'mentor') await makeAnonymous(database, personPk);
  else await database.query('DELETE FROM users WHERE pk = $1', [personPk]);
}

/** Keeps a mentor's row as author of notes about others, without anything personal. */
async function makeAnonymous(database: Database, personPk: number): Promise<void> {
  await database.query(
    `UPDATE booked_meetings SET name = $2,
      cancel_reason = CASE WHEN cancel_reason = $3 THEN cancel_reason ELSE '' END
    WHERE provider_pk = $1`,
    [personPk, DEFAULT_TOPIC, DEPARTURE_REASONS.mentor],
  );
  // Before the name changes: it finds the rows.
  for (const { name, authorNames = [] } of PERSONAL_TABLES) {
    for (const column of authorNames) {
      await database.query(
        `UPDATE ${name} SET ${column} = 'Former mentor'
        WHERE ${column} = (SELECT full_name FROM users WHERE pk = $1)`,
        [personPk],
      );
    }
  }
  await database.query(
    `UPDATE users SET first_name = 'Former', last_name = 'mentor', email = 'person-' || pk || '@${NO_DOMAIN}',
      phone = '', birthday = NULL, tracker_link = '', theme = 1, time_zone = 'UTC', last_release_viewed = '',
      invites_remaining = 0, issuer = NULL, subject = NULL, consent_version = NULL, consented_at = NULL,
      disabled_at = coalesce(disabled_at, now())
    WHERE pk = $1`,
    [personPk],
  );
}
