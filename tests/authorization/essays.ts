import type { Database } from '#server/db/database.ts';
import { createEssay, createEssayComment } from '#tests/factories/essays.ts';
import { richText } from '#tests/factories/notes.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { RELATED, TEAM, type Rule } from './rules.ts';

/** The rows of the matrix about essays. The author added the shared one. */
export const ESSAY_RULES: readonly Rule[] = [
  { object: 'essay', action: "list the student's", cells: RELATED, others: 'hidden' },
  { object: 'essay', action: 'add', cells: { ...TEAM, parent: 'refused' }, others: 'hidden' },
  { object: 'essay', action: 'read one that is not shared', cells: TEAM, others: 'hidden' },
  { object: 'essay', action: 'read a shared one', cells: RELATED, others: 'hidden' },
  { object: 'essay', action: 'read a version', cells: TEAM, others: 'hidden' },
  { object: 'essay', action: 'read the comments', cells: { ...TEAM, parent: 'empty' }, others: 'hidden' },
  {
    object: 'essay',
    action: "change the student's",
    cells: { student: 'allow', author: 'refused', coMentor: 'refused' },
    others: 'hidden',
  },
  {
    object: 'essay',
    action: 'change one that a mentor added',
    cells: { student: 'allow', author: 'allow', coMentor: 'refused', parent: 'refused' },
    others: 'hidden',
  },
  {
    object: 'essay',
    action: 'change the details',
    cells: { student: 'allow', author: 'allow', coMentor: 'refused', parent: 'refused' },
    others: 'hidden',
  },
  {
    object: 'essay',
    action: 'share',
    cells: { student: 'allow', author: 'refused', coMentor: 'refused' },
    others: 'hidden',
  },
  {
    object: 'essay',
    action: 'delete',
    cells: { student: 'allow', author: 'refused', coMentor: 'refused', parent: 'refused' },
    others: 'hidden',
  },
  {
    object: 'essay',
    action: 'comment',
    cells: { student: 'refused', author: 'allow', coMentor: 'allow', parent: 'refused' },
    others: 'hidden',
  },
  { object: 'essay', action: 'resolve a comment', cells: TEAM, others: 'hidden' },
  {
    object: 'essay',
    action: 'delete a comment',
    cells: { student: 'refused', author: 'allow', coMentor: 'refused' },
    others: 'hidden',
  },
];

/** An essay of the student, and a shared one that the mentor added, with a version and a comment by the mentor. */
export interface SceneEssays {
  own: { pk: number; id: string };
  shared: { pk: number; id: string };
  versionPk: number;
  commentId: string;
}

/** Creates the essays of the scene. */
export async function createEssayScene(
  database: Database,
  { student, author }: { student: TestUser; author: TestUser },
): Promise<SceneEssays> {
  const own = await createEssay(database, student);
  const shared = await createEssay(database, student, { creatorPk: author.pk, isShared: true });
  const now = new Date();
  const version = await database.kysely
    .insertInto('essayVersions')
    .values({
      essayPk: shared.pk,
      authorPk: student.pk,
      title: 'Personal statement',
      body: JSON.stringify(richText('The first line.')),
      wordCount: 3,
      startedAt: now,
      savedAt: now,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const comment = await createEssayComment(database, shared, author);
  return { own, shared, versionPk: version.pk, commentId: comment.id };
}

interface Scene {
  users: { student: { pk: number } };
  essays: SceneEssays;
}

type Attempt = (client: TestClient, scene: Scene) => Promise<{ code: string | undefined; found: boolean }>;

function ask(
  document: string,
  variables: (scene: Scene) => object,
  found: (data: Record<string, any>) => boolean = () => true,
): Attempt {
  return async (client, scene) => {
    const { data, errors } = await client.graphql(document, variables(scene));
    const code = errors?.[0]?.extensions?.code;
    return { code, found: code === undefined && found(data as Record<string, object>) };
  };
}

const mutate = (name: string, input: (scene: Scene) => object) =>
  ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { clientMutationId } }`,
    (scene) => ({ input: input(scene) }),
  );

const change = { title: 'Changed', body: JSON.stringify(richText('Changed.')), version: 1 };

/** How to attempt each of {@link ESSAY_RULES}. */
export const ESSAY_ATTEMPTS: Record<string, Attempt> = {
  "essay: list the student's": ask(
    'query ($studentPk: Int!) { studentEssays(studentPk: $studentPk) { essays { id } colleges { id } } }',
    ({ users }) => ({ studentPk: users.student.pk }),
  ),
  'essay: add': mutate('createEssay', ({ users }) => ({ studentPk: users.student.pk, title: 'New' })),
  'essay: read one that is not shared': ask(
    'query ($pk: Int!) { essay(pk: $pk) { body } }',
    ({ essays }) => ({
      pk: essays.own.pk,
    }),
  ),
  'essay: read a shared one': ask('query ($pk: Int!) { essay(pk: $pk) { body } }', ({ essays }) => ({
    pk: essays.shared.pk,
  })),
  'essay: read a version': ask('query ($pk: Int!) { essayVersion(pk: $pk) { body } }', ({ essays }) => ({
    pk: essays.versionPk,
  })),
  'essay: read the comments': ask(
    'query ($pk: Int!) { essay(pk: $pk) { openComments comments { body } versions { title } } }',
    ({ essays }) => ({ pk: essays.shared.pk }),
    ({ essay }) => essay.openComments > 0 || essay.comments.length > 0 || essay.versions.length > 0,
  ),
  "essay: change the student's": mutate('updateEssay', ({ essays }) => ({ id: essays.own.id, ...change })),
  'essay: change one that a mentor added': mutate('updateEssay', ({ essays }) => ({
    id: essays.shared.id,
    ...change,
  })),
  'essay: change the details': mutate('changeEssayDetails', ({ essays }) => ({
    id: essays.shared.id,
    status: 'DONE',
  })),
  'essay: share': mutate('shareEssay', ({ essays }) => ({ id: essays.own.id, isShared: true })),
  'essay: delete': mutate('deleteEssay', ({ essays }) => ({ id: essays.shared.id })),
  'essay: comment': mutate('createEssayComment', ({ essays }) => ({
    essayId: essays.shared.id,
    body: 'Good.',
    quote: 'first',
    before: 'The ',
    after: ' line',
  })),
  'essay: resolve a comment': mutate('resolveEssayComment', ({ essays }) => ({
    id: essays.commentId,
    isResolved: true,
  })),
  'essay: delete a comment': mutate('deleteEssayComment', ({ essays }) => ({ id: essays.commentId })),
};
