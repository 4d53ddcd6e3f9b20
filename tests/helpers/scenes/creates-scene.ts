/** The people and objects of the tests of every mutation that creates, and a request for each of these mutations. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createAvailability } from '#tests/factories/booking.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createRating } from '#tests/factories/ratings.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createList, describedBy, type TestList } from '#tests/factories/tasks.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
export let mentor: TestUser;
export let student: TestUser;
/** The mentor's client. */
export let client: TestClient;
export let asStudent: TestClient;
export let list: TestList;
export let roadmapId: string;
let examId: string;
let ratingId: string;
let essayId: string;

/** Starts the server for the tests of a file, and creates a mentor, a student and their objects. */
export function startCreateTests() {
  beforeAll(async () => {
    app = await startTestApp();
    const { database } = app;
    mentor = await createUser(database, {
      role: 'mentor',
      permissions: ['bug_reports.view_report', 'users.add_parent'],
    });
    student = await createUser(database, { role: 'student' });
    await relate(database, student, mentor);
    await createAvailability(database, mentor);
    [client, asStudent] = [await app.as(mentor), await app.as(student)];
    list = await createList(database, student);
    ({ roadmapId, examId } = await createFilledRoadmap(database, student));
    ratingId = (await createRating(database, student)).id;
    essayId = (await createEssay(database, student, { lines: ['My grandfather repairs bicycles.'] })).id;
  });
  afterAll(() => app.close());
}

/** The body of a note. */
export const BODY = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text' }] }],
});

/** A mutation that creates. */
export interface Create {
  mutation: string;
  /** Returns the inputs of two creates that differ in one field. */
  inputs(): [object, object];
  as?: () => TestClient;
}

const mutationOf = (name: string, selection: string) => {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${input}!) { ${name}(input: $input) { ${selection} } }`;
};

const SCORES = { takenAt: '2024-05-04' };

/** Every mutation with an idempotency key. */
export const CREATES: Record<string, Create> = {
  bookMeetings: {
    mutation: mutationOf('bookMeetings', 'meetings { id }'),
    inputs: () => {
      // 10 AM in UTC on a day after tomorrow.
      const startsAt = new Date((Math.floor(Date.now() / 86_400_000) + 2) * 86_400_000 + 10 * 3_600_000);
      const pair = { mentor: toGlobalId('User', mentor.pk), student: toGlobalId('User', student.pk) };
      const booking = { ...pair, startsAt: [startsAt.toISOString()] };
      return [
        { ...booking, topic: 'First' },
        { ...booking, topic: 'Second' },
      ];
    },
    as: () => asStudent,
  },
  createActScore: {
    mutation: mutationOf('createActScore', 'actScoreEdge { node { id } }'),
    inputs: () => {
      const scores = { roadmapId, ...SCORES, english: 20, mathematics: 20, reading: 20, science: 20 };
      return [scores, { ...scores, science: 21 }];
    },
    as: () => asStudent,
  },
  createActivity: {
    mutation: mutationOf('createActivity', 'activity { id }'),
    inputs: () => {
      const activity = { roadmapId, name: 'Chess', category: 'VO', body: '' };
      return [activity, { ...activity, name: 'Choir' }];
    },
    as: () => asStudent,
  },
  createBugReport: {
    mutation: mutationOf('createBugReport', 'id'),
    inputs: () => [
      { body: 'First', commitHash: 'abc1234' },
      { body: 'Second', commitHash: 'abc1234' },
    ],
  },
  createCategoricalExamScore: {
    mutation: mutationOf('createCategoricalExamScore', 'categoricalExamScoreEdge { node { id } }'),
    inputs: () => [
      { roadmapId, examId, takenAt: '2024-01-01', score: 3 },
      { roadmapId, examId, takenAt: '2024-01-01', score: 4 },
    ],
    as: () => asStudent,
  },
  createClassGrade: {
    mutation: mutationOf('createClassGrade', 'classGrade { id }'),
    inputs: () => {
      const grades = { terms: 2, targetGrades: [4, 4], actualGrades: [null, null], year: 'SO' };
      const rest = { autocompleted: false, ucHonors: false, subjectRequirement: '' };
      return [
        { roadmapId, name: 'Latin', ...grades, ...rest },
        { roadmapId, name: 'Greek', ...grades, ...rest },
      ];
    },
    as: () => asStudent,
  },
  createCollege: {
    mutation: mutationOf('createCollege', 'collegeEdge { node { id } }'),
    inputs: () => [
      { roadmapId, name: `College ${randomUUID()}` },
      { roadmapId, name: `College ${randomUUID()}` },
    ],
    as: () => asStudent,
  },
  createEssay: {
    mutation: mutationOf('createEssay', 'essay { id }'),
    inputs: () => [
      { studentPk: student.pk, title: 'First' },
      { studentPk: student.pk, title: 'Second' },
    ],
    as: () => asStudent,
  },
  createEssayComment: {
    mutation: mutationOf('createEssayComment', 'comment { id }'),
    inputs: () => {
      const passage = { essayId, quote: 'grandfather', before: 'My ', after: ' repairs bicycles.' };
      return [
        { ...passage, body: 'First' },
        { ...passage, body: 'Second' },
      ];
    },
  },
  createNote: {
    mutation: mutationOf('createNote', 'note { id }'),
    inputs: () => [
      { title: 'First', body: BODY },
      { title: 'Second', body: BODY },
    ],
  },
  createSatScore: {
    mutation: mutationOf('createSatScore', 'satScoreEdge { node { id } }'),
    inputs: () => [
      { roadmapId, ...SCORES, erw: 600, math: 600 },
      { roadmapId, ...SCORES, erw: 600, math: 610 },
    ],
    as: () => asStudent,
  },
  createSprReview: {
    mutation: mutationOf('createSprReview', 'studentProfileRating { points }'),
    inputs: () => {
      const review = { studentProfileRating: ratingId, studentPk: student.pk };
      return [
        { ...review, leadership: [2, 1] },
        { ...review, leadership: [3, 1] },
      ];
    },
  },
  createTask: {
    mutation: mutationOf('createTask', 'task { id }'),
    inputs: () => {
      const task = { ...describedBy('Text'), containingListId: list.id };
      return [
        { ...task, name: 'First' },
        { ...task, name: 'Second' },
      ];
    },
    as: () => asStudent,
  },
  createUser: {
    mutation: mutationOf('createUser', 'user { node { id } }'),
    inputs: () => {
      const person = { firstName: 'Ann', lastName: 'Stone', role: 'parent' };
      return [
        { ...person, email: `${randomUUID()}@gopath.example` },
        { ...person, email: `${randomUUID()}@gopath.example` },
      ];
    },
    as: () => asStudent,
  },
};
