import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { KNOWN, type Rule } from './rules.ts';

/**
 * The family, mentors and staff can read; the student, mentors and staff can also change. Others see nothing.
 */
const WRITERS = { ...KNOWN, parent: 'refused' } as const;
const MENTORS = { ...WRITERS, student: 'refused' } as const;

/** The rows of the matrix about students, roadmaps and ratings. */
export const ROADMAP_RULES = [
  { object: 'student', action: 'list', cells: { ...KNOWN, student: 'empty' }, others: 'empty' },
  { object: 'student', action: 'read', cells: KNOWN, others: 'hidden' },
  { object: 'roadmap', action: 'read', cells: KNOWN, others: 'hidden' },
  { object: 'roadmap', action: 'create', cells: WRITERS, others: 'hidden' },
  { object: 'roadmap', action: 'change', cells: WRITERS, others: 'hidden' },
  { object: 'roadmap', action: 'search colleges that are not on it', cells: KNOWN, others: 'hidden' },
  { object: 'rating', action: 'read', cells: KNOWN, others: 'hidden' },
  {
    object: 'rating',
    action: 'create',
    cells: { ...WRITERS, student: 'refused', staff: 'refused' },
    others: 'hidden',
  },
  { object: 'rating', action: 'read with others', cells: KNOWN, others: 'empty' },
  { object: 'rating', action: 'read the reviews', cells: KNOWN, others: 'hidden' },
  {
    object: 'rating',
    action: 'review',
    cells: { ...WRITERS, student: 'refused', staff: 'refused' },
    others: 'hidden',
  },
  {
    object: 'review request',
    action: 'see that it is enabled',
    // False for the student of the scene, who already has an open request.
    cells: { unrelatedStudent: 'allow' },
    others: 'empty',
  },
  {
    object: 'review request',
    action: 'create',
    cells: { student: 'allow', unrelatedStudent: 'allow' },
    others: 'refused',
  },
  {
    object: 'review request',
    action: "list the student's",
    cells: { author: 'allow', coMentor: 'allow', student: 'allow' },
    others: 'empty',
  },
  { object: 'class', action: 'create', cells: WRITERS, others: 'hidden' },
  { object: 'class', action: 'change', cells: WRITERS, others: 'hidden' },
  { object: 'class', action: 'delete', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'create for the SAT', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'create for the ACT', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'create for another exam', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'change for the SAT', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'change for the ACT', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'change for another exam', cells: WRITERS, others: 'hidden' },
  { object: 'exam score', action: 'delete', cells: WRITERS, others: 'hidden' },
  { object: 'activity', action: 'create', cells: WRITERS, others: 'hidden' },
  { object: 'activity', action: 'change', cells: WRITERS, others: 'hidden' },
  { object: 'activity', action: 'reorder', cells: WRITERS, others: 'hidden' },
  { object: 'activity', action: 'delete', cells: WRITERS, others: 'hidden' },
  { object: 'college', action: 'create', cells: WRITERS, others: 'hidden' },
  { object: 'college', action: 'change notes and flags', cells: WRITERS, others: 'hidden' },
  { object: 'college', action: 'choose the admission category', cells: MENTORS, others: 'hidden' },
  { object: 'college', action: 'choose the application type', cells: WRITERS, others: 'hidden' },
  { object: 'college', action: 'delete', cells: WRITERS, others: 'hidden' },
  { object: 'published facts', action: 'look up', cells: {}, others: 'allow' },
] as const satisfies readonly Rule[];

/** A roadmap with one entry of each kind, by id. */
export interface SceneRoadmap {
  roadmapId: string;
  classId: string;
  scoreId: string;
  actScoreId: string;
  examScoreId: string;
  activityId: string;
  collegeId: string;
  examId: string;
}

interface RoadmapScene {
  users: { student: { pk: number } };
  roadmap: SceneRoadmap;
  ratingId: string;
}

type Answer = Awaited<ReturnType<TestClient['graphql']>>;
type Attempt = (client: TestClient, scene: RoadmapScene) => Promise<Answer>;

const query =
  (document: string, variables: (scene: RoadmapScene) => object = () => ({})): Attempt =>
  (client, scene) =>
    client.graphql(document, variables(scene));

/** Returns a mutation whose input comes from the scene. */
const mutate = (name: string, input: (scene: RoadmapScene) => object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return query(`mutation ($input: ${type}!) { ${name}(input: $input) { clientMutationId } }`, (scene) => ({
    input: input(scene),
  }));
};

const grades = { targetGrades: [4, 4], actualGrades: [null, null] };

/** How to attempt each of {@link ROADMAP_RULES}. */
export const ROADMAP_ATTEMPTS = {
  'student: list': query('{ allStudents(first: 500) { edges { node { pk } } } }'),
  'student: read': query('query ($pk: Int!) { student(pk: $pk) { pk } }', ({ users }) => ({
    pk: users.student.pk,
  })),
  'roadmap: read': query('query ($pk: Int!) { roadmap(userPk: $pk) { id } }', ({ users }) => ({
    pk: users.student.pk,
  })),
  // A roadmap exists already: people who can create one get that message.
  'roadmap: create': mutate('createRoadmap', ({ users }) => ({
    userPk: users.student.pk,
    year: 'FR',
    graduationYear: new Date().getFullYear() + 2,
  })),
  'roadmap: change': mutate('updateRoadmap', ({ roadmap }) => ({ roadmapId: roadmap.roadmapId, year: 'SR' })),
  'roadmap: search colleges that are not on it': query(
    'query ($id: ID!) { allInstitutions(q: "college", roadmapId: $id) { edges { cursor } } }',
    ({ roadmap }) => ({ id: roadmap.roadmapId }),
  ),
  'rating: read': query('query ($pk: Int!) { spr(studentPk: $pk) { id } }', ({ users }) => ({
    pk: users.student.pk,
  })),
  'rating: read with others': query(
    'query ($pk: Int!) { multipleSprs(studentPks: [$pk]) { id } }',
    ({ users }) => ({ pk: users.student.pk }),
  ),
  'rating: read the reviews': query(
    'query ($pk: Int!) { sprReviews(studentPk: $pk) { totalCount } }',
    ({ users }) => ({ pk: users.student.pk }),
  ),
  'rating: review': mutate('createSprReview', ({ users, ratingId }) => ({
    studentProfileRating: ratingId,
    studentPk: users.student.pk,
    leadership: [2, 1],
  })),
  'review request: see that it is enabled': query('{ requestForStudentProfileRatingReviewEnabled }'),
  'review request: create': mutate('createRequestForStudentProfileRatingReview', () => ({})),
  "review request: list the student's": query('{ openReviewRequests { student { pk } } }'),
  // A rating exists already: people who can create one get that message.
  'rating: create': mutate('createSpr', ({ users }) => ({ studentPk: users.student.pk })),
  'class: create': mutate('createClassGrade', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    name: 'Physics',
    terms: 2,
    ...grades,
    year: 'JR',
    ucHonors: false,
    autocompleted: false,
  })),
  'class: change': mutate('updateClassGrade', ({ roadmap }) => ({ id: roadmap.classId, year: 'SR' })),
  'class: delete': mutate('deleteClassGrade', ({ roadmap }) => ({ id: roadmap.classId })),
  'exam score: create for the SAT': mutate('createSatScore', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    takenAt: '2024-05-04',
    erw: 600,
    math: 600,
  })),
  'exam score: create for the ACT': mutate('createActScore', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    takenAt: '2024-05-04',
    english: 20,
    mathematics: 20,
    reading: 20,
    science: 20,
  })),
  'exam score: create for another exam': mutate('createCategoricalExamScore', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    examId: roadmap.examId,
    takenAt: '2024-05-01',
    score: 4,
  })),
  'exam score: change for the SAT': mutate('updateSatScore', ({ roadmap }) => ({
    id: roadmap.scoreId,
    takenAt: '2024-05-04',
    erw: 610,
    math: 610,
  })),
  'exam score: change for the ACT': mutate('updateActScore', ({ roadmap }) => ({
    id: roadmap.actScoreId,
    takenAt: '2024-05-04',
    english: 21,
    mathematics: 21,
    reading: 21,
    science: 21,
  })),
  'exam score: change for another exam': mutate('updateCategoricalExamScore', ({ roadmap }) => ({
    id: roadmap.examScoreId,
    takenAt: '2024-05-01',
    score: 5,
  })),
  'exam score: delete': mutate('deleteExamScore', ({ roadmap }) => ({ id: roadmap.scoreId })),
  'activity: create': mutate('createActivity', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    name: 'Chess club',
    category: 'OT',
  })),
  'activity: change': mutate('updateActivity', ({ roadmap }) => ({
    id: roadmap.activityId,
    body: 'Changed',
  })),
  'activity: reorder': mutate('reorderActivities', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    category: 'VO',
    ids: [roadmap.activityId],
  })),
  'activity: delete': mutate('deleteActivity', ({ roadmap }) => ({ id: roadmap.activityId })),
  'college: create': mutate('createCollege', ({ roadmap }) => ({
    roadmapId: roadmap.roadmapId,
    name: 'Another College',
  })),
  'college: change notes and flags': mutate('updateCollege', ({ roadmap }) => ({
    id: roadmap.collegeId,
    body: 'Changed',
    visited: true,
  })),
  'college: choose the admission category': mutate('updateCollege', ({ roadmap }) => ({
    id: roadmap.collegeId,
    admissionCategory: 'R',
  })),
  'college: choose the application type': mutate('updateCollege', ({ roadmap }) => ({
    id: roadmap.collegeId,
    applicationType: 'EA',
  })),
  'college: delete': mutate('deleteCollege', ({ roadmap }) => ({ id: roadmap.collegeId })),
  'published facts: look up': query(
    '{ allSchools(q: "high") { edges { cursor } } allCipcodes(q: "art") { edges { cursor } } allExamCategories { id } }',
  ),
} satisfies Record<string, Attempt>;
