/** The roadmap and the requests of the API tests about exams. */
import { afterAll, beforeAll } from 'vitest';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
export let student: TestClient;
export let family: Awaited<ReturnType<typeof createFamily>>;
/** The student's roadmap. */
export let roadmap: { pk: number; id: string };
/** The student's current date in all of these tests. */
export const TODAY = '2026-11-21';

/** Starts the server for the tests of a file, and creates a family and the student's roadmap. */
export function startExamTests() {
  beforeAll(async () => {
    app = await startTestApp();
    app.clock.set(new Date('2026-11-21T20:00:00Z'));
    family = await createFamily(app.database);
    roadmap = await createRoadmap(app.database, family.student);
    student = await app.as(family.student);
  });
  afterAll(() => app.close());
}

const CREATE_SAT = `mutation ($input: CreateSatScoreInput!) { createSatScore(input: $input) { satScoreEdge { cursor node {
  id takenAt erw math reading analysis writing score } } } }`;
const CREATE_ACT = `mutation ($input: CreateActScoreInput!) { createActScore(input: $input) { actScoreEdge { cursor node {
  id takenAt english mathematics reading science writing score } } } }`;
const CREATE_OTHER = `mutation ($input: CreateCategoricalExamScoreInput!) { createCategoricalExamScore(input: $input) {
  categoricalExamScoreEdge { cursor node { id takenAt score
    exam { id name examCategory { id name minScore maxScore step datePrecision } } } } } }`;

/** Creates an SAT score. */
export const sat = (input: object, client = student) =>
  client.graphql(CREATE_SAT, { input: { roadmapId: roadmap.id, ...input } });
/** Creates an ACT score. */
export const act = (input: object, client = student) =>
  client.graphql(CREATE_ACT, { input: { roadmapId: roadmap.id, ...input } });
/** Creates a score of any other exam. */
export const other = (input: object, client = student) =>
  client.graphql(CREATE_OTHER, { input: { roadmapId: roadmap.id, ...input } });
/** Returns the messages of the refused fields. */
export const fieldsOf = (answer: Awaited<ReturnType<typeof sat>>) => answer.errors?.[0]?.extensions?.fields;
