import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { ROLES } from '../kernel/roles.ts';
import { plainText, requiredText, titleText } from '../kernel/text.ts';
import { ARTICLE_LIMITS, GRADES, slugOf, TOPIC_CODES } from './article.ts';
import { quickMarkdown } from './markdown.ts';

const source = z.strictObject({
  title: titleText({ name: 'The name of a source', max: ARTICLE_LIMITS.sourceTitle }),
  url: z
    .url({ protocol: /^https?$/, error: 'The address of a source must begin with https://' })
    .max(
      ARTICLE_LIMITS.sourceUrl,
      `The address of a source must be at most ${ARTICLE_LIMITS.sourceUrl} characters`,
    ),
});

/** The content of an article, as staff edit it. */
export const articleContent = z.strictObject({
  title: titleText({ name: 'The title', max: ARTICLE_LIMITS.title }).refine(
    (title) => slugOf(title) !== '',
    'The title needs letters or digits',
  ),
  summary: titleText({ name: 'The summary', max: ARTICLE_LIMITS.summary }),
  topic: z.enum(TOPIC_CODES, 'Choose a topic'),
  audiences: z.array(z.enum(ROLES)).min(1, 'Choose at least one reader').max(ROLES.length),
  /** Empty for articles that do not depend on the grade. */
  grades: z.array(z.literal(GRADES)).max(GRADES.length),
  author: titleText({ name: 'The author', max: ARTICLE_LIMITS.author }),
  sources: z
    .array(source)
    .max(ARTICLE_LIMITS.sources, `An article has at most ${ARTICLE_LIMITS.sources} sources`),
  body: quickMarkdown(requiredText({ name: 'The text', max: ARTICLE_LIMITS.body })),
  /** Hidden articles are visible to editors only. */
  hidden: z.boolean(),
});
export type ArticleContent = z.infer<typeof articleContent>;

/** `POST /api/articles/` */
export const createArticleInput = articleContent.extend({ idempotencyKey });

/** `PUT /api/articles/:slug/`: a save contains the version it is based on. */
export const updateArticleInput = articleContent.extend({ version: z.int().min(0), idempotencyKey });

/** `PUT /api/articles/:slug/reading/`: how far a person read, and the bookmark. */
export const readingInput = z.strictObject({
  progress: z.int().min(0).max(100).optional(),
  bookmarked: z.boolean().optional(),
});

/** `GET /api/articles/` */
export const articleSearch = z.strictObject({
  search: plainText({ name: 'The search', max: ARTICLE_LIMITS.search }).default(''),
});
