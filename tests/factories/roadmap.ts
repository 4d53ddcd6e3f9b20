import type { Insertable } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { toSearchText } from '#server/db/search.ts';
import type { RoadmapTables } from '#server/db/tables/roadmap.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { TestUser } from './users.ts';

/** The number in the newest name. All have the same number of digits, so names sort in the order of creation. */
let count = 1000;

/** Creates the roadmap of a student. */
export async function createRoadmap(
  database: Database,
  student: TestUser,
  given: Partial<Insertable<RoadmapTables['roadmaps']>> = {},
) {
  const row = await database.kysely
    .insertInto('roadmaps')
    .values({ year: 'SO', graduationYear: 2029, ...given, studentPk: student.pk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk: row.pk, id: toGlobalId('Roadmap', row.pk) };
}

/** Creates an institution; omitted figures are unreported. */
export async function createInstitution(
  database: Database,
  given: Partial<Insertable<RoadmapTables['institutions']>> = {},
) {
  count += 1;
  const unitid = given.unitid ?? 900_000 + count;
  const instnm = given.instnm ?? `Institution ${count}`;
  const row = {
    unitid,
    instnm,
    city: 'Springfield',
    stabbr: 'IL',
    dataYear: '2021-22',
    ...given,
    nameSearch: toSearchText(instnm),
    aliasSearch: toSearchText(given.alias ?? ''),
  };
  await database.kysely.insertInto('institutions').values(row).execute();
  return { unitid, instnm };
}

/** Creates a school with its courses. */
export async function createSchool(
  database: Database,
  given: { name?: string; city?: string; state?: string } = {},
  courses: Omit<Insertable<RoadmapTables['courses']>, 'schoolPk' | 'officialKey'>[] = [],
) {
  count += 1;
  const { name = `School ${count}`, city = 'Dublin', state = 'CA' } = given;
  const { pk } = await database.kysely
    .insertInto('schools')
    .values({
      source: 'public',
      officialKey: String(count).padStart(12, '0'),
      name,
      city,
      state,
      search: toSearchText(`${name} ${city} ${state}`),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  for (const [index, course] of courses.entries()) {
    await database.kysely
      .insertInto('courses')
      .values({ schoolPk: pk, officialKey: `${pk}-${index}`, ...course })
      .execute();
  }
  return { pk, id: toGlobalId('School', pk), name };
}

/** Adds a major to the catalogue. */
export async function createMajor(database: Database, description?: string) {
  count += 1;
  const text = description ?? `Major ${count}`;
  const { pk } = await database.kysely
    .insertInto('majors')
    .values({
      cipcode4: String(count).padStart(4, '0'),
      description: text,
      search: toSearchText(text),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk, id: toGlobalId('Cipcode4', pk), description: text };
}

/** Creates an exam in a separate category. */
export async function createExam(
  database: Database,
  given: Partial<Insertable<RoadmapTables['examCategories']>> & { exam?: string } = {},
) {
  count += 1;
  const { exam = `Exam ${count}`, ...category } = given;
  const { pk: categoryPk } = await database.kysely
    .insertInto('examCategories')
    .values({
      name: `Category ${count}`,
      minScore: 1,
      maxScore: 5,
      step: 1,
      datePrecision: 'year',
      ...category,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const { pk } = await database.kysely
    .insertInto('exams')
    .values({ categoryPk, name: exam })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk, id: toGlobalId('Exam', pk), name: exam, categoryPk };
}

/** Creates a roadmap with one class, one score of each kind, one activity and one college. */
export async function createFilledRoadmap(database: Database, student: TestUser) {
  const roadmap = await createRoadmap(database, student);
  const of = { roadmapPk: roadmap.pk };
  const { kysely } = database;
  const exam = await createExam(database);
  const created = await Promise.all([
    kysely
      .insertInto('classGrades')
      .values({ ...of, name: 'Biology', year: 'SO', terms: 2, targetGrades: [4, 4], actualGrades: [4, null] })
      .returning('pk')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('satScores')
      .values({
        ...of,
        takenAt: '2024-05-04',
        erw: 600,
        math: 600,
        reading: null,
        analysis: null,
        writing: null,
      })
      .returning('pk')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('activities')
      .values({ ...of, name: 'Food bank', category: 'VO' })
      .returning('pk')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('colleges')
      .values({ ...of, name: 'Somewhere College', unitid: null })
      .returning('pk')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('actScores')
      .values({
        ...of,
        takenAt: '2024-05-04',
        english: 20,
        mathematics: 20,
        reading: 20,
        science: 20,
        writing: null,
      })
      .returning('pk')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('examScores')
      .values({ ...of, examPk: exam.pk, takenAt: '2024-05-01', score: 4 })
      .returning('pk')
      .executeTakeFirstOrThrow(),
  ]);
  const [classGrade, score, activity, college, actScore, examScore] = created.map(({ pk }) => pk) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    roadmapId: roadmap.id,
    classId: toGlobalId('ClassGrade', classGrade),
    scoreId: toGlobalId('SATScore', score),
    actScoreId: toGlobalId('ACTScore', actScore),
    examScoreId: toGlobalId('CategoricalExamScore', examScore),
    activityId: toGlobalId('Activity', activity),
    collegeId: toGlobalId('College', college),
    examId: exam.id,
  };
}
