import type { Insertable } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { EssayTables } from '#server/db/tables/essays.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { wordsOf } from '#shared/essays/words.ts';
import { richText } from './notes.ts';
import type { TestUser } from './users.ts';

/** Creates an essay with one paragraph per line. */
export async function createEssay(
  database: Database,
  student: TestUser,
  {
    lines = ['The first line.'],
    ...given
  }: { lines?: string[] } & Partial<Insertable<EssayTables['essays']>> = {},
) {
  const body = richText(...lines);
  const now = new Date();
  const { pk } = await database.kysely
    .insertInto('essays')
    .values({
      studentPk: student.pk,
      creatorPk: student.pk,
      title: 'Personal statement',
      createdAt: now,
      updatedAt: now,
      ...given,
      body: JSON.stringify(body),
      wordCount: wordsOf(body),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk, id: toGlobalId('Essay', pk) };
}

/** Creates a comment on the first words of an essay. */
export async function createEssayComment(
  database: Database,
  essay: { pk: number },
  author: TestUser,
  { quote = 'The first', body = 'Say who you are.' } = {},
) {
  const { pk } = await database.kysely
    .insertInto('essayComments')
    .values({ essayPk: essay.pk, authorPk: author.pk, body, quote, createdAt: new Date() })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk, id: toGlobalId('EssayComment', pk) };
}
