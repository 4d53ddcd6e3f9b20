/** REST responses of the learning center, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { knownList } from '../kernel/known-list.ts';
import { ROLES } from '../kernel/roles.ts';
import { TOPIC_CODES } from './article.ts';

const summaryFields = {
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  topic: z.enum(TOPIC_CODES),
  audiences: knownList(ROLES),
  grades: z.array(z.number()),
  author: z.string(),
  /** The day of the newest version in the reader's time zone, as yyyy-MM-dd. */
  date: z.string(),
  /** The reading time. */
  minutes: z.number(),
  hidden: z.boolean(),
  /** How far the viewer read, in percent. */
  progress: z.number(),
  bookmarked: z.boolean(),
};

const articleSummary = z.object({
  ...summaryFields,
  /** The part of the text that contains the search text; null without one. */
  excerpt: z.nullable(z.string()),
});
export type ArticleSummary = z.infer<typeof articleSummary>;

/** `GET /api/articles/` */
export const articleList = z.object({ articles: z.array(articleSummary) });
export type ArticleList = z.infer<typeof articleList>;

const source = z.object({ title: z.string(), url: z.string() });

/** `GET /api/articles/:slug/` */
export const article = z.object({
  ...summaryFields,
  version: z.number(),
  body: z.string(),
  sources: z.array(source),
  related: z.array(articleSummary),
});
export type Article = z.infer<typeof article>;

const articleVersion = z.object({
  version: z.number(),
  title: z.string(),
  /** Null for the text that ships with GoPath, and after the editor's account was deleted. */
  editor: z.nullable(z.string()),
  created_at: z.string(),
});

/** `GET /api/articles/:slug/versions/` */
export const articleVersions = z.object({ versions: z.array(articleVersion) });
export type ArticleVersions = z.infer<typeof articleVersions>;

/** `GET /api/articles/:slug/versions/:version/` */
export const articleVersionContent = z.object({
  version: z.number(),
  title: z.string(),
  summary: z.string(),
  topic: z.enum(TOPIC_CODES),
  audiences: knownList(ROLES),
  grades: z.array(z.number()),
  author: z.string(),
  sources: z.array(source),
  body: z.string(),
  hidden: z.boolean(),
});

/** The responses of saving an article, and of saving how far the viewer read. */
export const savedArticle = z.object({ slug: z.string(), version: z.number() });
export const savedReading = z.object({ progress: z.number(), bookmarked: z.boolean() });
