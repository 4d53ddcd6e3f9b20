import type { Role } from '#shared/kernel/roles.ts';
import { MAX_FOUND_USERS } from '#shared/users/schema.ts';
import type { Database } from '../../db/database.ts';
import { beginningWith } from '../../db/like.ts';

/** A person that the search found. */
export interface FoundUser {
  pk: number;
  fullName: string;
  role: Role;
  /** The file of the picture. */
  picture: string | null;
  isDisabled: boolean;
}

/** Words that are searched one by one; further words are ignored. */
const MAX_WORDS = 3;

/** With fewer exact matches than this, similar names are searched, too. */
const FEW_MATCHES = 5;

/**
 * The lowest likeness of a similar name, from 0 to 1: 'okofor' and 'Okafor' have 0.4. The SQL function
 * `similar_users` has the same value.
 */
const MIN_LIKENESS = 0.35;

/**
 * The lowest likeness when there are exact matches: 'maya' has 0.4 with every word that begins with 'ma', but Maya is
 * already found.
 */
const MIN_LIKENESS_BESIDE_MATCHES = 0.5;

/**
 * Names with a word for each searched word, or an email address that begins with the text $1, up to $5. The range is the
 * prefix that LIKE would search, but its plan suits any text.
 */
const MATCHES = `(((' ' || lower(person.full_name)) LIKE $2 AND (' ' || lower(person.full_name)) LIKE $3
    AND (' ' || lower(person.full_name)) LIKE $4) OR (lower(person.email) ~>=~ $1 AND lower(person.email) ~<~ $5))`;

/** Names that begin with the text come before other matches. */
const RANK = 'CASE WHEN starts_with(lower(person.full_name), $1) THEN 0 ELSE 1 END';

const IS_SEARCHED = '($7::text IS NULL OR person.role = $7) AND (person.disabled_at IS NULL OR $8)';

/** The actor's students, and the parents and mentors of these students. */
const RELATED = `
  SELECT student_pk AS pk FROM relations WHERE user_pk = $6
  UNION
  SELECT near.user_pk FROM relations AS mine JOIN relations AS near USING (student_pk)
  WHERE mine.user_pk = $6 AND near.user_pk <> $6`;

const COLUMNS = `person.pk, person.full_name AS "fullName", person.role, person.picture,
    person.disabled_at IS NOT NULL AS "isDisabled"`;

/** Searches everyone by the indexes. */
const EXACT = `
  SELECT ${COLUMNS} FROM users AS person WHERE ${MATCHES} AND person.pk <> $6 AND ${IS_SEARCHED}
  ORDER BY ${RANK}, lower(person.full_name), person.pk LIMIT ${MAX_FOUND_USERS}`;

/** Searches everyone for similar names, except these people. */
const SIMILAR = `
  SELECT ${COLUMNS} FROM similar_users($1, ${MAX_FOUND_USERS}, $2) JOIN users AS person USING (pk)
  WHERE likeness >= $5 AND person.pk <> ALL($3::int[]) AND ($4::text IS NULL OR person.role = $4)
  ORDER BY likeness DESC, lower(person.full_name), person.pk`;

/** Searches the actor's related people one by one: they are few. */
const RELATED_ONLY = `
  WITH found AS (
    SELECT person.pk, CASE WHEN NOT ${MATCHES} THEN 2 ELSE ${RANK} END AS rank,
      CASE WHEN ${MATCHES} THEN 0 ELSE word_similarity($1, person.full_name) END AS likeness
    FROM (${RELATED}) AS related JOIN users AS person ON person.pk = related.pk
    WHERE ${IS_SEARCHED} AND (${MATCHES} OR word_similarity($1, person.full_name) >= ${MIN_LIKENESS})
  )
  SELECT ${COLUMNS} FROM found JOIN users AS person ON person.pk = found.pk
  WHERE found.rank < 2 OR found.likeness >= ${MIN_LIKENESS_BESIDE_MATCHES}
    OR NOT EXISTS (SELECT FROM found AS exact WHERE exact.rank < 2)
  ORDER BY found.rank, found.likeness DESC, lower(person.full_name), person.pk LIMIT ${MAX_FOUND_USERS}`;

/** Follows every other character in the order of the index. */
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Returns the end of the range of email addresses that begin with a text; '' for no address. Without the '@' addresses
 * are not searched: people who cannot see an address could find it out letter by letter.
 */
function endOfAddresses(text: string): string {
  return text.includes('@') ? `${text}${LAST_CHARACTER}` : '';
}

/**
 * Finds people by the beginnings of words of their names or by the beginning of their email address with its '@', then
 * by similar names. 'oka may' finds Maya Okafor, and so does 'okofor'.
 * @param role only people with this role; null for all
 * @param withDisabled whether disabled people are found, too
 * @param scope who is searched: everyone, or people related to one of the actor's students
 */
export async function searchUsers(
  database: Database,
  text: string,
  {
    actorPk,
    scope,
    role,
    withDisabled,
  }: { actorPk: number; scope: 'everyone' | 'related'; role: Role | null; withDisabled: boolean },
): Promise<FoundUser[]> {
  const lower = text.toLowerCase();
  const words = lower.split(/\s+/).slice(0, MAX_WORDS);
  const patterns = Array.from({ length: MAX_WORDS }, (_, index) => `% ${beginningWith(words[index] ?? '')}`);
  const values = [lower, ...patterns, endOfAddresses(lower), actorPk, role, withDisabled];
  if (scope === 'related') return database.search(RELATED_ONLY, values);
  const exact = await database.query<FoundUser>(EXACT, values);
  if (exact.length >= FEW_MATCHES) return exact;
  const others = [actorPk, ...exact.map(({ pk }) => pk)];
  const minLikeness = exact.length > 0 ? MIN_LIKENESS_BESIDE_MATCHES : MIN_LIKENESS;
  const similar = await database.search<FoundUser>(SIMILAR, [lower, withDisabled, others, role, minLikeness]);
  return [...exact, ...similar].slice(0, MAX_FOUND_USERS);
}
