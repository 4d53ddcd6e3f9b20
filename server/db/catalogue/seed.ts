import type { Database } from '../database.ts';
import { toSearchText } from '../search.ts';
import {
  COLLEGE_CATALOGUE,
  COLLEGE_DATA_YEAR,
  EXAM_CATALOGUE,
  MAJOR_CATALOGUE,
  SCHOOL_CATALOGUE,
} from './catalogue.ts';

/**
 * Fills empty catalogue tables: all exams, and a selection of colleges, majors and schools that `npm run import`
 * replaces with the complete files.
 */
export async function seedCatalogue(database: Database): Promise<void> {
  await database.transaction(async () => {
    if (await isEmpty(database, 'exam_categories')) await seedExams(database);
    if (await isEmpty(database, 'institutions')) await seedColleges(database);
    if (await isEmpty(database, 'majors')) await seedMajors(database);
    if (await isEmpty(database, 'schools')) await seedSchools(database);
  });
}

async function isEmpty(
  database: Database,
  table: 'exam_categories' | 'institutions' | 'majors' | 'schools',
): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS found`);
  return row?.found === false;
}

async function seedExams({ kysely }: Database) {
  const categories = EXAM_CATALOGUE.map(({ category, min, max, step, datePrecision }, position) => ({
    name: category,
    minScore: min,
    maxScore: max,
    step,
    datePrecision,
    position,
  }));
  const stored = await kysely
    .insertInto('examCategories')
    .values(categories)
    // Two processes can start at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['pk', 'name'])
    .execute();
  const pks = new Map(stored.map(({ pk, name }) => [name, pk]));
  const exams = EXAM_CATALOGUE.flatMap(({ category, exams: names }) => {
    const categoryPk = pks.get(category);
    return categoryPk === undefined ? [] : names.map((name) => ({ categoryPk, name }));
  });
  if (exams.length > 0) await kysely.insertInto('exams').values(exams).execute();
}

async function seedColleges({ kysely }: Database) {
  await kysely
    .insertInto('institutions')
    .values(
      COLLEGE_CATALOGUE.map((college) => ({
        alias: '',
        ...college,
        dataYear: COLLEGE_DATA_YEAR,
        nameSearch: toSearchText(college.instnm),
        aliasSearch: toSearchText(college.alias ?? ''),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedMajors({ kysely }: Database) {
  await kysely
    .insertInto('majors')
    .values(MAJOR_CATALOGUE.map((major) => ({ ...major, search: toSearchText(major.description) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedSchools({ kysely }: Database) {
  const stored = await kysely
    .insertInto('schools')
    .values(
      SCHOOL_CATALOGUE.map(({ ncessch, name, city, state }) => ({
        source: 'public' as const,
        officialKey: ncessch,
        name,
        city,
        state,
        search: toSearchText(`${name} ${city} ${state}`),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['pk', 'officialKey'])
    .execute();
  const pks = new Map(stored.map(({ pk, officialKey }) => [officialKey, pk]));
  const courses = SCHOOL_CATALOGUE.flatMap(({ ncessch, courses: list }) => {
    const schoolPk = pks.get(ncessch);
    if (schoolPk === undefined) return [];
    return list.map(([id, name, subjectRequirement, ucHonors]) => ({
      schoolPk,
      officialKey: `${ncessch}:${id}`,
      name,
      subjectRequirement,
      ucHonors,
    }));
  });
  if (courses.length > 0) await kysely.insertInto('courses').values(courses).execute();
}
