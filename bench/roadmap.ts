import { Database } from '../server/db/database.ts';
import { prepareDatabase } from '../server/db/prepare.ts';
import { toSearchText } from '../server/db/search.ts';
import { LookupsRepository } from '../server/features/roadmap/lookups/lookups.repository.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestants } from './contestants.ts';
import { createBenchDatabase, fillWithStudents, ofRoadmaps } from './database.ts';
import { checkResponse, contest, load } from './load.ts';
import { operation } from './operation.ts';
import { graphqlRequest, statementRequest } from './requests.ts';

const STUDENTS = 2_000;
const INSTITUTIONS = 6_500;
const SHOWN = 200;

const INSTITUTION = `institutions.unitid, instnm, insturl, city, stabbr, zip_code AS "zipCode", ugds, control, iclevel,
  adm_rate AS "admRate", satvr25, satvr75, satmt25, satmt75, actcm25, actcm75, costt4_a AS "costt4A",
  tuitionfee_in AS "tuitionfeeIn", tuitionfee_out AS "tuitionfeeOut", data_year AS "dataYear"`;
const one = (select: string) => `(SELECT row_to_json(entry) FROM (${select}) AS entry)`;
const all = (select: string) => `(SELECT coalesce(json_agg(entry), '[]') FROM (${select}) AS entry)`;

/** A complete roadmap in one optimal statement, without authorization. */
const FLOOR_ROADMAP = `SELECT row_to_json(roadmap)::text AS json FROM (
  SELECT roadmaps.pk, roadmaps.student_pk AS "userPk", users.full_name AS "userFullName", year,
    graduation_year AS "graduationYear", roadmaps.version,
    ${one('SELECT pk, name, city, state FROM schools WHERE pk = roadmaps.school_pk')} AS school,
    ${all('SELECT interest.pk, rank, description FROM major_interests AS interest JOIN majors ON majors.pk = interest.major_pk WHERE interest.roadmap_pk = roadmaps.pk')} AS majors,
    ${all('SELECT pk, name, year, terms, target_grades AS "targetGrades", actual_grades AS "actualGrades", uc_honors AS "ucHonors", subject_requirement AS "subjectRequirement", autocompleted, version FROM class_grades WHERE roadmap_pk = roadmaps.pk')} AS classes,
    ${all('SELECT pk, taken_at AS "takenAt", erw, math, reading, analysis, writing FROM sat_scores WHERE roadmap_pk = roadmaps.pk')} AS sat,
    ${all('SELECT pk, taken_at AS "takenAt", english, mathematics, reading, science, writing FROM act_scores WHERE roadmap_pk = roadmaps.pk')} AS act,
    ${all('SELECT score.pk, taken_at AS "takenAt", score.score, exams.name AS exam, category.name AS category, min_score AS min, max_score AS max FROM exam_scores AS score JOIN exams ON exams.pk = score.exam_pk JOIN exam_categories AS category ON category.pk = exams.category_pk WHERE score.roadmap_pk = roadmaps.pk')} AS exams,
    ${all('SELECT pk, name, body, category, freshman_year AS "freshmanYear", sophomore_year AS "sophomoreYear", junior_year AS "juniorYear", senior_year AS "seniorYear", version FROM activities WHERE roadmap_pk = roadmaps.pk')} AS activities,
    ${all(`SELECT pk, name, body, admission_category AS "admissionCategory", application_type AS "applicationType", visited, waitlisted, accepted, deferred, denied, version, ${one(`SELECT ${INSTITUTION} FROM institutions WHERE institutions.unitid = colleges.unitid`)} AS institution FROM colleges WHERE roadmap_pk = roadmaps.pk`)} AS colleges
  FROM roadmaps JOIN users ON users.pk = roadmaps.student_pk WHERE roadmaps.student_pk = $1) AS roadmap`;

const FLOOR_STUDENTS = `SELECT json_build_object('data', json_agg(page), 'total',
    (SELECT count(*) FROM relations WHERE user_pk = $1 AND student_enabled))::text AS json
  FROM (SELECT users.pk, full_name AS "fullName", roadmaps.year, rating.points
    FROM (SELECT student_pk, student_name FROM relations WHERE user_pk = $1 AND student_enabled
      ORDER BY student_name, student_pk LIMIT ${SHOWN}) AS student
    JOIN users ON users.pk = student.student_pk
    LEFT JOIN roadmaps ON roadmaps.student_pk = users.pk
    LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = users.pk
    ORDER BY student.student_name, users.pk) AS page`;

/** The list without the overview, which bench/interactions.ts measures. */
const STUDENTS_BY_NAME = `query AllStudents($first: Int) { allStudents(first: $first, orderBy: "name") {
  totalCount pageInfo { endCursor hasNextPage }
  edges { node { id pk fullName roadmap { year } studentprofilerating { points } permissions } } } }`;

const POSTGRAPHILE_ROADMAP = `query Roadmap($pk: Int!) { roadmapByStudentPk(studentPk: $pk) {
  pk studentPk year graduationYear version userByStudentPk { fullName }
  schoolBySchoolPk { pk name city state }
  majorInterestsByRoadmapPk { edges { node { pk rank majorByMajorPk { pk description } } } }
  classGradesByRoadmapPk { edges { node { pk name year terms targetGrades actualGrades ucHonors subjectRequirement
    autocompleted version } } }
  satScoresByRoadmapPk { edges { node { pk takenAt erw math reading analysis writing } } }
  actScoresByRoadmapPk { edges { node { pk takenAt english mathematics reading science writing } } }
  examScoresByRoadmapPk { edges { node { pk takenAt score examByExamPk { pk name
    examCategoryByCategoryPk { pk name minScore maxScore datePrecision } } } } }
  activitiesByRoadmapPk { edges { node { pk name body category freshmanYear sophomoreYear juniorYear seniorYear
    version } } }
  collegesByRoadmapPk { edges { node { pk name body admissionCategory applicationType visited waitlisted accepted
    deferred denied version institutionByUnitid { unitid instnm insturl city stabbr zipCode ugds control iclevel
    admRate satvr25 satvr75 satmt25 satmt75 actcm25 actcm75 costt4A tuitionfeeIn tuitionfeeOut dataYear } } } }
} }`;

const POSTGRAPHILE_STUDENTS = `query Students { allRelations(first: ${SHOWN}, orderBy: [STUDENT_NAME_ASC, STUDENT_PK_ASC],
    condition: { userPk: 1, studentEnabled: true }) {
  totalCount pageInfo { endCursor hasNextPage }
  edges { node { userByStudentPk { pk fullName roadmapByStudentPk { year }
    studentProfileRatingByStudentPk { points } } } } } }`;

const PLACES = `Arden Berkshire Calloway Dunmore Ellensburg Fairhaven Glenwood Harrow Ironwood Jasper Kingsley Lakemont
  Marlow Northfield Oakhurst Pinecrest Quincy Ridgeway Stanhope Thornton Upland Vernon Westbrook Yarmouth Zephyr`;
const KINDS = [
  'University',
  'State University',
  'Community College',
  'College of Art',
  'Institute of Technology',
];

/** Returns names that are as similar to each other as the real ones. */
function institutionNames(): string[] {
  const places = PLACES.split(/\s+/);
  return Array.from({ length: INSTITUTIONS }, (_, index) => {
    const place = places[index % places.length] ?? '';
    const other = places[Math.floor(index / places.length) % places.length] ?? '';
    const kind = KINDS[Math.floor(index / places.length / places.length) % KINDS.length] ?? '';
    return index % 3 === 0 ? `University of ${place}-${other} ${index}` : `${place} ${other} ${kind}`;
  });
}

/** Replaces the catalogue with 6,500 institutions. */
async function fillInstitutions(database: Database) {
  await database.execute('DELETE FROM institutions');
  const rows = institutionNames().map((name, index) => ({
    unitid: index + 1,
    name,
    search: toSearchText(name),
  }));
  await database.query(
    `INSERT INTO institutions (unitid, instnm, name_search, city, stabbr, control, iclevel, ugds, adm_rate, satvr25,
      satvr75, satmt25, satmt75, actcm25, actcm75, costt4_a, tuitionfee_in, tuitionfee_out, data_year)
    SELECT unitid, name, search, 'Springfield', 'IL', 1, 1, unitid, 0.5, 600, 700, 610, 720, 25, 31, 30000, 12000, 32000,
      '2021-22' FROM json_to_recordset($1::json) AS given (unitid integer, name text, search text)`,
    [JSON.stringify(rows)],
  );
  await database.execute('VACUUM ANALYZE institutions');
}

/** Inserts a mentor with 2,000 students, each with a full roadmap and a rating. */
async function fill(url: string) {
  const database = await Database.open({ engine: 'postgres', url, poolSize: 1 });
  await fillInstitutions(database);
  await database.close();
  await fillWithStudents(
    url,
    STUDENTS,
    `INSERT INTO roadmaps (student_pk, year, graduation_year, school_pk)
      SELECT pk, (ARRAY['FR', 'SO', 'JR', 'SR'])[1 + pk % 4], 2029,
        (SELECT school_pk FROM courses GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
      FROM users WHERE role = 'student'`,
    `INSERT INTO student_profile_ratings (student_pk, points) SELECT student_pk, student_pk % 42 * 10 FROM roadmaps`,
    ofRoadmaps('major_interests', 'major_pk, rank', '(SELECT min(pk) FROM majors) + i, i', 3),
    ofRoadmaps(
      'class_grades',
      'name, year, terms, target_grades, actual_grades',
      `'Class ' || i, 'JR', 2, ARRAY[4, 3.7], ARRAY[3.3, NULL]`,
      22,
    ),
    ofRoadmaps('sat_scores', 'taken_at, erw, math', `date '2024-05-04' + i, 600, 610`, 3),
    ofRoadmaps(
      'act_scores',
      'taken_at, english, mathematics, reading, science',
      `'2024-04-13', 27, 25, 29, 26`,
      1,
    ),
    ofRoadmaps(
      'exam_scores',
      'exam_pk, taken_at, score',
      `(SELECT min(pk) FROM exams) + i, '2024-05-01', 4`,
      3,
    ),
    ofRoadmaps(
      'activities',
      'name, category, body',
      `'Activity ' || i, 'VO', 'Every week since last year'`,
      8,
    ),
    ofRoadmaps('colleges', 'unitid, name', `roadmaps.pk % 1000 + i, 'College ' || i`, 10),
  );
}

async function compareServers(url: string) {
  const servers = await startContestants(url);
  const [floor, gopath, postgraphile] = servers;
  for (const { title, contestants, expected } of [
    {
      title: 'A roadmap: 22 classes, 10 colleges, 8 activities, 7 scores',
      contestants: {
        floor: statementRequest(floor, 'roadmap', FLOOR_ROADMAP, [2]),
        GoPath: graphqlRequest(gopath, operation('roadmap', 'Roadmap'), { userPk: 2 }),
        'PostGraphile 5': graphqlRequest(postgraphile, POSTGRAPHILE_ROADMAP, { pk: 2 }),
      },
      expected: /Class 22.*Activity 8.*College 10/s,
    },
    {
      title: `${SHOWN} of a mentor’s ${STUDENTS} students, with the total count`,
      contestants: {
        floor: statementRequest(floor, 'students', FLOOR_STUDENTS, [1]),
        GoPath: graphqlRequest(gopath, STUDENTS_BY_NAME, { first: SHOWN }),
        'PostGraphile 5': graphqlRequest(postgraphile, POSTGRAPHILE_STUDENTS, {}),
      },
      expected: /Student Number/,
    },
  ]) {
    await contest(title, contestants, expected);
  }

  const search: Record<string, object> = {};
  for (const q of SEARCHES) {
    const request = graphqlRequest(gopath, operation('roadmap', 'SearchInstitutions'), {
      q,
      roadmapId: null,
    });
    await checkResponse(request, /"instnm"/);
    await load(request, 1, 1);
    const { p50, p99 } = await load(request, 3, 1);
    search[q] = { 'p50 ms': p50, 'p99 ms': p99 };
  }
  console.log(`\nSearch of ${INSTITUTIONS} institutions on PostgreSQL, over HTTP, one connection`);
  console.table(search);
  for (const server of servers) server.stop();
}

const SEARCHES = ['berk', 'university', 'thornton state', 'univercity of thorton', 'comunity colege'];

/** Measures the same search on the embedded database: only the statement. */
async function searchEmbedded() {
  const database = await Database.open({ engine: 'pglite', folder: null });
  await prepareDatabase(database);
  await fillInstitutions(database);
  const lookups = new LookupsRepository(database);
  const search: Record<string, object> = {};
  for (const q of SEARCHES) {
    const times: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      const start = performance.now();
      await lookups.search('institutions', q);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    search[q] = { 'p50 ms': Number(times[15]?.toFixed(1)), 'worst ms': Number(times.at(-1)?.toFixed(1)) };
  }
  console.log(`\nSearch of ${INSTITUTIONS} institutions on PGlite, the statement alone`);
  console.table(search);
  await database.close();
}

/** Compares a roadmap, the list of students, and the search of institutions. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_roadmap');
  await fill(url);
  await compareServers(url);
  await searchEmbedded();
}
