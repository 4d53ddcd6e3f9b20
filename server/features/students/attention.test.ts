import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpa } from '#shared/roadmap/academics.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

const NOW = new Date('2026-05-20T20:00:00Z');
const daysFromNow = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(NOW);
});
afterAll(() => app.close());

const LIST = `query ($first: Int, $after: String, $orderBy: String) {
  allStudents(first: $first, after: $after, orderBy: $orderBy) {
    pageInfo { hasNextPage endCursor }
    edges { node { fullName overview {
      gpa nextMeetingAt lastInteraction { createdAt interactionType mentor { fullName } } attention { kind amount } } } } } }`;

interface Listed {
  fullName: string;
  overview: {
    gpa: number | null;
    nextMeetingAt: string | null;
    lastInteraction: { createdAt: string; mentor: { fullName: string } } | null;
    attention: { kind: string; amount: number }[];
  };
}

async function page(viewer: TestUser, variables: object = {}) {
  const { data, errors } = await (await app.as(viewer)).graphql(LIST, variables);
  expect(errors).toBeUndefined();
  return data?.['allStudents'] as {
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
    edges: { node: Listed }[];
  };
}
const list = async (viewer: TestUser, variables: object = {}) =>
  (await page(viewer, variables)).edges.map(({ node }) => node);

async function contact(student: TestUser, mentor: TestUser, at: Date): Promise<void> {
  const values = {
    studentPk: student.pk,
    mentorPk: mentor.pk,
    createdAt: at,
    interactionType: 'task_activity' as const,
  };
  await app.database.kysely.insertInto('lastInteractions').values(values).execute();
}

describe('the overview of a student', () => {
  it('has the last interaction, the next meeting of the viewer, the GPA and the reasons for attention', async () => {
    const { student, parent, mentor, coMentor } = await createFamily(app.database);
    await contact(student, mentor, daysFromNow(-12));
    const shared = await createList(app.database, student);
    const hidden = await createList(app.database, student, { private: true });
    for (const dueAt of [daysFromNow(-1), daysFromNow(-30), daysFromNow(5), daysFromNow(6)]) {
      await createTask(app.database, shared, { dueAt });
      await createTask(app.database, hidden, { dueAt: new Date(dueAt.getTime() - 3_600_000) });
    }
    await createTask(app.database, shared, { dueAt: daysFromNow(-2), completedAt: NOW });
    const meeting = { provider: mentor, client: student, startsAt: daysFromNow(3) };
    await createMeeting(app.database, meeting);
    await createMeeting(app.database, { ...meeting, startsAt: daysFromNow(-3) });
    const roadmap = await createRoadmap(app.database, student);
    const classes = [
      { year: 'FR' as const, terms: 2, ucHonors: true, targetGrades: [4, 4], actualGrades: [4, 3.7] },
      {
        year: 'SO' as const,
        terms: 4,
        ucHonors: false,
        targetGrades: [4, 4, 4, 4],
        actualGrades: [3, 2.7, null, null],
      },
    ];
    for (const { terms, actualGrades } of classes) {
      await app.database.query(
        `INSERT INTO class_grades (roadmap_pk, name, year, terms, target_grades, actual_grades)
        VALUES ($1, 'Class', 'FR', $2::int, array_fill(4::numeric, ARRAY[$2::int]), $3)`,
        [roadmap.pk, terms, actualGrades],
      );
    }
    await app.database.query('INSERT INTO rating_review_requests (student_pk) VALUES ($1)', [student.pk]);
    const expected = {
      gpa: Number((gpa(classes as never, 'actualGrades', false) as number).toFixed(2)),
      nextMeetingAt: meeting.startsAt.toISOString(),
      lastInteraction: {
        createdAt: daysFromNow(-12).toISOString(),
        interactionType: 'task_activity',
        mentor: { fullName: mentor.fullName },
      },
      attention: [
        { kind: 'review_requested', amount: 1 },
        { kind: 'no_contact', amount: 12 },
        { kind: 'overdue_tasks', amount: 2 },
        { kind: 'deadline', amount: 5 },
      ],
    };
    for (const viewer of [mentor, parent]) {
      expect(await list(viewer)).toEqual([{ fullName: student.fullName, overview: expected }]);
    }
    // A mentor does not see the meetings of another mentor.
    expect(await list(coMentor)).toEqual([
      { fullName: student.fullName, overview: { ...expected, nextMeetingAt: null } },
    ]);
  });

  it('tells staff without a relation nothing of meetings, tasks and interactions', async () => {
    const { student, mentor } = await createFamily(app.database);
    await contact(student, mentor, daysFromNow(-20));
    await createTask(app.database, await createList(app.database, student), { dueAt: daysFromNow(-1) });
    await createMeeting(app.database, { provider: mentor, client: student, startsAt: daysFromNow(3) });
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const all = await list(staff, { orderBy: '-attention', first: 500 });
    expect(all.length).toBeGreaterThan(1);
    for (const { overview } of all) {
      expect(overview).toMatchObject({ nextMeetingAt: null, lastInteraction: null, attention: [] });
    }
  });

  it('counts days in the viewer’s time zone, and not yet after ten days', async () => {
    const { student, mentor } = await createFamily(app.database);
    await contact(student, mentor, new Date('2026-05-10T06:00:00Z'));
    expect((await list(mentor))[0]?.overview.attention).toEqual([{ kind: 'no_contact', amount: 11 }]);
    await app.database.query(`UPDATE users SET time_zone = 'UTC' WHERE pk = $1`, [mentor.pk]);
    expect((await list(mentor))[0]?.overview.attention).toEqual([]);
  });
});

it('students are ordered by attention, page by page, each once', async () => {
  const mentor = await createUser(app.database, { role: 'mentor' });
  const names: string[] = [];
  for (let number = 0; number < 7; number += 1) {
    const student = await createUser(app.database, { firstName: `Number`, lastName: String(number) });
    await relate(app.database, student, mentor);
    await contact(student, mentor, number < 3 ? daysFromNow(-number) : daysFromNow(-10 - number));
    names.push(student.fullName);
  }
  for (const orderBy of ['-attention', 'attention']) {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const found: Awaited<ReturnType<typeof page>> = await page(mentor, { first: 3, after, orderBy });
      seen.push(...found.edges.map(({ node }) => node.fullName));
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
    } while (after !== null);
    const urgent = names.slice(3);
    const ordered = orderBy === 'attention' ? seen.slice(-4) : seen.slice(0, 4).reverse();
    expect(ordered).toEqual(urgent);
    expect(seen.toSorted()).toEqual(names.toSorted());
  }
});
