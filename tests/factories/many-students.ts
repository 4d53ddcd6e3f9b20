import type { Database } from '#server/db/database.ts';

/** Creates students of a mentor, 'Student Number 1' and so on, each with a roadmap, every third with a rating. */
export async function fillStudents(
  database: Pick<Database, 'query'>,
  mentorPk: number,
  count: number,
): Promise<void> {
  await database.query(
    `WITH made AS (
      INSERT INTO users (role, first_name, last_name, email)
      SELECT 'student', 'Student', 'Number ' || i, 'many.' || $1::integer || '.' || i || '@gopath.example'
      FROM generate_series(1, $2::integer) AS i RETURNING pk
    ), related AS (
      INSERT INTO relations (student_pk, user_pk, kind) SELECT pk, $1, 'mentor' FROM made
    ), rated AS (
      INSERT INTO student_profile_ratings (student_pk, points) SELECT pk, pk % 42 * 10 FROM made WHERE pk % 3 = 0
    )
    INSERT INTO roadmaps (student_pk, year, graduation_year)
    SELECT pk, (ARRAY['FR', 'SO', 'JR', 'SR'])[1 + pk % 4], 2029 FROM made`,
    [mentorPk, count],
  );
}
