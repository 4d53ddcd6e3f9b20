import { addDays } from '#shared/kernel/dates.ts';
import { type Year, YEARS } from '#shared/kernel/years.ts';
import type { SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { ActivityCategory } from '#shared/roadmap/activities.ts';
import type { AdmissionCategory, ApplicationType } from '#shared/roadmap/colleges.ts';
import type { Database } from '../database.ts';
import { type DemoContext, personOf } from './context.ts';

/** Classes of each year: name, subject, honors, and the points of the two terms. */
export const DEMO_CLASSES: Readonly<
  Record<
    Year,
    readonly [name: string, subject: SubjectRequirement, ucHonors: boolean, first: number, second: number][]
  >
> = {
  FR: [
    ['English 1', 'B', false, 3.3, 3.7],
    ['Geometry', 'C', false, 3.7, 4],
    ['Biology', 'D', false, 3, 3.3],
    ['Spanish 2', 'E', false, 4, 4],
    ['Physical Education', '', false, 4, 4],
  ],
  SO: [
    ['English 2', 'B', false, 3.7, 3.7],
    ['Algebra 2', 'C', false, 3.3, 3],
    ['Chemistry', 'D', false, 2.3, 1.7],
    ['World History', 'A', false, 3.7, 4],
    ['Spanish 3', 'E', false, 3.7, 4],
    ['Studio Art', 'F', false, 4, 4],
  ],
  JR: [
    ['AP English Language and Composition', 'B', true, 3.7, 4],
    ['Pre-Calculus', 'C', false, 3.3, 3.7],
    ['AP Biology', 'D', true, 3, 3.3],
    ['U.S. History', 'A', false, 4, 4],
    ['Spanish 4', 'E', false, 3.7, 3.7],
  ],
  SR: [
    ['English 4', 'B', false, 4, 4],
    ['AP Calculus AB', 'C', true, 3.3, 3.7],
    ['AP Environmental Science', 'D', true, 3.7, 4],
    ['Government and Economics', 'A', false, 4, 4],
  ],
};

/** The activities of demo students. */
export const DEMO_ACTIVITIES: readonly [
  category: ActivityCategory,
  name: string,
  body: string,
  years: readonly Year[],
][] = [
  ['VO', 'Library reading buddy', 'Reads with second graders every Saturday morning', ['FR', 'SO', 'JR']],
  ['VO', 'Food bank', 'Sorts donations, about 40 hours a year', ['SO', 'JR']],
  ['EP', 'Summer science institute', 'Four weeks of marine biology on the coast', ['SO']],
  ['WE', 'Bicycle repair shop', 'Part-time, ten hours a week in summer', ['JR', 'SR']],
  ['HO', 'Regional science fair, second place', 'Water quality of three local creeks', ['SO']],
  ['SP', 'Cross country', 'Varsity since sophomore year', ['FR', 'SO', 'JR', 'SR']],
  ['OT', 'Robotics team', 'Builds the drive train; build lead this season', ['SO', 'JR']],
];

/** The college with a deadline, of the first student. */
const BERKELEY = 110635;

/** The colleges of demo students, with their notes. */
export const DEMO_COLLEGES: readonly [
  unitid: number,
  category: AdmissionCategory,
  type: ApplicationType,
  notes: string,
][] = [
  [243_744, 'R', 'UD', 'Dream school. Ask about the human biology program.'],
  [110_635, 'R', 'RD', 'Visit the campus in spring.'],
  [110_662, 'R', 'RD', ''],
  [110_680, 'T', 'RD', 'Strong marine biology, close to the coast.'],
  [110_644, 'T', 'RD', 'Toured in October: friendly, bikes everywhere.'],
  [236_948, 'T', 'EA', ''],
  [122_931, 'T', 'EA', 'Merit scholarships: deadline in November.'],
  [209_551, 'S', 'EA', ''],
  [122_409, 'S', 'RD', ''],
];

async function keyOf(database: Database, sql: string, value: string): Promise<number | null> {
  const [row] = await database.query<{ pk: number }>(sql, [value]);
  return row?.pk ?? null;
}

/** A new demo roadmap. */
interface DemoRoadmap {
  roadmapPk: number;
  /** The position of the student's year in `YEARS`. */
  yearIndex: number;
  /** The position of the student in the list below: each gets other majors, scores and colleges. */
  studentIndex: number;
  today: string;
  /** The calendar year in which the school year ends. */
  springYear: number;
}

async function insertRoadmap(
  { database, now }: DemoContext,
  studentPk: number,
  year: Year,
  studentIndex: number,
): Promise<DemoRoadmap> {
  const thisYear = now.getUTCFullYear();
  // The school year begins in August.
  const springYear = now.getUTCMonth() >= 7 ? thisYear + 1 : thisYear;
  const yearIndex = YEARS.indexOf(year);
  const schoolPk = await keyOf(
    database,
    'SELECT pk FROM schools WHERE name ILIKE $1 ORDER BY pk LIMIT 1',
    studentIndex % 2 === 0 ? 'Dublin High%' : 'Foothill High%',
  );
  const { pk: roadmapPk } = await database.kysely
    .insertInto('roadmaps')
    .values({ studentPk, year, graduationYear: springYear + 3 - yearIndex, schoolPk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { roadmapPk, yearIndex, studentIndex, today: now.toISOString().slice(0, 10), springYear };
}

async function insertMajors({ database }: DemoContext, { roadmapPk, studentIndex }: DemoRoadmap) {
  const majors = await database.query<{ pk: number }>('SELECT pk FROM majors ORDER BY pk');
  await database.kysely
    .insertInto('majorInterests')
    .values(
      [5, 31, 50]
        .slice(0, 1 + (studentIndex % 3))
        .map((offset) => majors[(offset + studentIndex) % majors.length]?.pk)
        .filter((pk) => pk !== undefined)
        .map((majorPk, rank) => ({ roadmapPk, majorPk, rank: rank + 1 })),
    )
    .execute();
}

/** Adds the classes of all years up to the next one. Past ones have grades, current ones those of the first term. */
async function insertClasses({ database }: DemoContext, { roadmapPk, yearIndex }: DemoRoadmap) {
  const classes = YEARS.slice(0, yearIndex + 2).flatMap((year, index) =>
    DEMO_CLASSES[year].map(([name, subjectRequirement, ucHonors, first, second]) => ({
      roadmapPk,
      name,
      year,
      terms: 2,
      targetGrades: [Math.max(first, 3.7), 4],
      actualGrades: [index <= yearIndex ? first : null, index < yearIndex ? second : null],
      ucHonors,
      subjectRequirement,
      autocompleted: false,
    })),
  );
  await database.kysely.insertInto('classGrades').values(classes).execute();
}

async function insertActivities({ database }: DemoContext, { roadmapPk }: DemoRoadmap) {
  await database.kysely
    .insertInto('activities')
    .values(
      DEMO_ACTIVITIES.map(([category, name, body, years], position) => ({
        roadmapPk,
        name,
        body,
        category,
        freshmanYear: years.includes('FR'),
        sophomoreYear: years.includes('SO'),
        juniorYear: years.includes('JR'),
        seniorYear: years.includes('SR'),
        position,
      })),
    )
    .execute();
}

/** Adds two results of the SAT and a planned one, one of the ACT, and one of an AP exam. */
async function insertExams(
  { database }: DemoContext,
  { roadmapPk, studentIndex, today, springYear }: DemoRoadmap,
) {
  const { kysely } = database;
  const essay = { reading: null, analysis: null, writing: null };
  const shift = (studentIndex % 5) * 10;
  const tests = [
    { takenAt: addDays(today, -230), erw: 620 + shift, math: 580 + shift, ...essay },
    { takenAt: addDays(today, -80), erw: 610 + shift, math: 660 + shift, ...essay },
    { takenAt: addDays(today, 110), erw: null, math: null, ...essay },
  ].map((test) => ({ roadmapPk, ...test }));
  await kysely.insertInto('satScores').values(tests).execute();
  await kysely
    .insertInto('actScores')
    .values({
      roadmapPk,
      takenAt: addDays(today, -150),
      english: 27,
      mathematics: 25,
      reading: 29,
      science: 26,
      writing: 8,
    })
    .execute();
  const examPk = await keyOf(database, 'SELECT pk FROM exams WHERE name = $1', 'AP Biology');
  if (examPk === null) return;
  await kysely
    .insertInto('examScores')
    .values({ roadmapPk, examPk, takenAt: `${springYear - 1}-05-01`, score: 4 })
    .execute();
}

/** Adds the colleges: the first student has all of them, and one with a deadline. */
async function insertColleges({ database }: DemoContext, roadmap: DemoRoadmap) {
  const { roadmapPk, studentIndex, today } = roadmap;
  for (const [order, [unitid, admissionCategory, applicationType, body]] of DEMO_COLLEGES.entries()) {
    if (order % 3 === studentIndex % 3 && studentIndex > 0) continue;
    const [institution] = await database.query<{ instnm: string }>(
      'SELECT instnm FROM institutions WHERE unitid = $1',
      [unitid],
    );
    if (institution === undefined) continue;
    await database.kysely
      .insertInto('colleges')
      .values({
        roadmapPk,
        unitid,
        name: institution.instnm,
        body,
        admissionCategory,
        applicationType,
        visited: order % 4 === 0,
        ...(unitid === BERKELEY && studentIndex === 0
          ? { deadline: addDays(today, 20), requirements: ['transcript', 'scores'] }
          : {}),
      })
      .execute();
  }
}

/** The year of each demo student; students without a year have no roadmap. */
const STUDENTS: readonly [key: string, year: Year | null][] = [
  ['student', 'JR'],
  ['liam.castellano', 'SR'],
  ['aisha.rahman', 'SO'],
  ['noah.lindqvist', 'FR'],
  ['sofia.alvarez', 'JR'],
  ['ethan.brooks', null],
  ['priya.natarajan', 'SR'],
  ['lucas.moreau', 'SO'],
  ['hannah.weiss', 'FR'],
  ['kenji.watanabe', 'JR'],
  ['zoe.papadakis', 'SO'],
  ['daniel.kimani', 'FR'],
];

/** Adds roadmaps. */
export async function seedRoadmaps(context: DemoContext): Promise<void> {
  for (const [index, [key, year]] of STUDENTS.entries()) {
    if (year === null) continue;
    const roadmap = await insertRoadmap(context, personOf(context, key).pk, year, index);
    await insertMajors(context, roadmap);
    await insertClasses(context, roadmap);
    await insertActivities(context, roadmap);
    // Freshmen have taken no exam yet.
    if (year !== 'FR') await insertExams(context, roadmap);
    await insertColleges(context, roadmap);
  }
}
