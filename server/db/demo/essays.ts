import { PROMPT_SETS } from '#shared/essays/prompts.ts';
import { wordsOf } from '#shared/essays/words.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { type DemoContext, personOf } from './context.ts';

const DAY = 86_400_000;

/** The drafts of the personal statement, oldest first. */
const DRAFTS = [
  [
    'My grandfather repairs bicycles. He taught me a lot about patience and hard work, and I think these are the most important things in life.',
  ],
  [
    'The chain came off for the third time, and my grandfather did not even look up from his tea.',
    'He repairs bicycles in a garage that smells of oil and oranges. When I was nine I thought that he fixed things because he was patient. Now I think it is the other way around.',
    'I learned to listen before I touched anything. In robotics I still close my eyes and spin every wheel first. The broken one sounds different.',
  ],
] as const;

function documentOf(lines: readonly string[]): RichTextDocument {
  return {
    type: 'doc',
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}

/** Adds two essays of the student, one with versions and a mentor's comment. */
export async function seedEssays(context: DemoContext): Promise<void> {
  const { kysely } = context.database;
  const student = personOf(context, 'student');
  const mentor = personOf(context, 'mentor');
  const at = (daysAgo: number) => new Date(context.now.getTime() - daysAgo * DAY);
  const newest = documentOf(DRAFTS[1]);
  const { pk } = await kysely
    .insertInto('essays')
    .values({
      studentPk: student.pk,
      creatorPk: student.pk,
      title: 'The one scene with the bicycles',
      body: JSON.stringify(newest),
      wordCount: wordsOf(newest),
      prompt: PROMPT_SETS['common-app'].prompts[4],
      wordLimit: PROMPT_SETS['common-app'].wordLimit,
      status: 'DRAFT',
      version: DRAFTS.length + 1,
      createdAt: at(12),
      updatedAt: at(2),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('essayVersions')
    .values(
      DRAFTS.map((lines, index) => {
        const body = documentOf(lines);
        const saved = index === 0 ? at(12) : at(2);
        return {
          essayPk: pk,
          authorPk: student.pk,
          title: 'The one scene with the bicycles',
          body: JSON.stringify(body),
          wordCount: wordsOf(body),
          startedAt: saved,
          savedAt: saved,
        };
      }),
    )
    .execute();
  await kysely
    .insertInto('essayComments')
    .values({
      essayPk: pk,
      authorPk: mentor.pk,
      body: 'This is the moment. Stay in the garage a little longer: what do you hear?',
      quote: 'I learned to listen before I touched anything.',
      textAfter: ' In robotics I still close my eyes and s',
      createdAt: at(1),
    })
    .execute();
  const idea = documentOf(['Tutoring on Saturdays? Or the robotics team after we lost.']);
  await kysely
    .insertInto('essays')
    .values({
      studentPk: student.pk,
      creatorPk: mentor.pk,
      title: 'UC: making the community better',
      body: JSON.stringify(idea),
      wordCount: wordsOf(idea),
      prompt: PROMPT_SETS.uc.prompts[6],
      wordLimit: PROMPT_SETS.uc.wordLimit,
      createdAt: at(5),
      updatedAt: at(5),
    })
    .execute();
}
