import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { createList } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Reader = [name: string, kind: string];

const QUERY = `query ($kind: VisibleKind!, $pk: Int!) { whoCanSee(kind: $kind, pk: $pk) { user { fullName } kind } }`;

const sorted = (readers: Reader[]) => readers.toSorted(([a], [b]) => a.localeCompare(b));
const named = (...people: TestUser[]) => sorted(people.map(({ fullName, role }) => [fullName, role]));

/** Returns the readers that a person is shown, by name; the code of the error if they cannot see it. */
async function ask(viewer: TestUser, kind: string, pk: number): Promise<Reader[] | string | undefined> {
  const { data, errors } = await (await app.as(viewer)).graphql(QUERY, { kind, pk });
  if (errors !== undefined) return errors[0]?.extensions?.code;
  const readers = data?.['whoCanSee'] as { user: { fullName: string }; kind: string }[];
  return sorted(readers.map(({ user, kind: of }): Reader => [user.fullName, of]));
}

async function createPeople() {
  const family = await createFamily(app.database);
  const viewer = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
  const disabled = await createUser(app.database, { role: 'parent' });
  await relate(app.database, family.student, disabled);
  await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [disabled.pk]);
  return { ...family, staff: viewer };
}

it('names the people who can see a note, to these people only', async () => {
  const { student, parent, mentor, coMentor, otherMentor, staff } = await createPeople();
  const note = await createNote(app.database, { author: mentor, student });
  expect(await ask(coMentor, 'note', note.pk)).toEqual(named(mentor, coMentor));
  for (const viewer of [student, parent, otherMentor, staff]) {
    expect(await ask(viewer, 'note', note.pk)).toBe('NOT_FOUND');
  }
  // An author who is no longer the student's mentor keeps the note.
  await app.database.query('DELETE FROM relations WHERE user_pk = $1', [mentor.pk]);
  expect(await ask(mentor, 'note', note.pk)).toEqual(named(mentor, coMentor));

  const own = await createNote(app.database, { author: mentor });
  expect(await ask(mentor, 'note', own.pk)).toEqual(named(mentor));
});

it('names the author of an unsent meeting note, and the recipients of a sent one', async () => {
  const { student, parent, mentor, coMentor, otherMentor } = await createPeople();
  const meet = () => createMeeting(app.database, { provider: mentor, client: student });
  const unsent = await createNote(app.database, { author: mentor, meeting: await meet() });
  expect(await ask(mentor, 'note', unsent.pk)).toEqual(named(mentor));
  expect(await ask(coMentor, 'note', unsent.pk)).toBe('NOT_FOUND');
  const recipients = [student, parent, mentor, coMentor];
  const sent = await createNote(app.database, { author: mentor, meeting: await meet(), recipients });
  // A mentor who came later did not receive it.
  await relate(app.database, student, otherMentor);
  expect(await ask(parent, 'note', sent.pk)).toEqual(named(...recipients));
  expect(await ask(otherMentor, 'note', sent.pk)).toBe('NOT_FOUND');
});

it('follows a list between private and shared', async () => {
  const { student, parent, mentor, coMentor, staff } = await createPeople();
  const list = await createList(app.database, student, { private: true });
  expect(await ask(student, 'list', list.pk)).toEqual(named(student));
  expect(await ask(mentor, 'list', list.pk)).toBe('NOT_FOUND');
  await app.database.query('UPDATE task_lists SET private = false WHERE pk = $1', [list.pk]);
  for (const viewer of [student, parent, mentor]) {
    expect(await ask(viewer, 'list', list.pk)).toEqual(named(student, parent, mentor, coMentor));
  }
  expect(await ask(staff, 'list', list.pk)).toBe('NOT_FOUND');
});

it('names a student’s family, mentors and permitted staff', async () => {
  const { student, parent, mentor, coMentor, otherMentor, otherParent, staff } = await createPeople();
  const around = named(student, parent, mentor, coMentor);
  const rater = await createUser(app.database, {
    role: 'mentor',
    permissions: ['users.view_studentprofilerating'],
  });
  const roadmap = (await ask(parent, 'roadmap', student.pk)) as Reader[];
  expect(roadmap.filter(([, kind]) => kind !== 'staff')).toEqual(around);
  expect(roadmap).toContainEqual([staff.fullName, 'staff']);
  expect(roadmap).not.toContainEqual([rater.fullName, 'staff']);
  expect(await ask(staff, 'roadmap', student.pk)).toEqual(roadmap);
  expect(await ask(mentor, 'rating', student.pk)).toEqual(sorted([...around, [rater.fullName, 'staff']]));
  expect(await ask(student, 'interactions', student.pk)).toEqual(around);
  await app.database.query('UPDATE users SET show_meetings = false WHERE pk = $1', [parent.pk]);
  expect(await ask(student, 'interactions', student.pk)).toEqual(named(student, mentor, coMentor));
  for (const kind of ['roadmap', 'rating', 'interactions']) {
    for (const viewer of [otherMentor, otherParent]) {
      expect(await ask(viewer, kind, student.pk)).toBe('NOT_FOUND');
    }
    // A mentor has no roadmap.
    expect(await ask(mentor, kind, mentor.pk)).toBe('NOT_FOUND');
    expect(await ask(mentor, kind, 2_000_000_000)).toBe('NOT_FOUND');
  }
});
