import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { isSlug, readingMinutes, slugOf } from '#shared/learning/article.ts';
import { canChangeArticles } from '#shared/learning/policy.ts';
import {
  type ArticleContent,
  articleSearch,
  createArticleInput,
  readingInput,
  updateArticleInput,
} from '#shared/learning/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { readShippedArticles } from './articles.ts';
import { type ArticleRow, LearningRepository, type ReadingRow } from './learning.repository.ts';
import { isTooDeep, plainTextOf } from './plain-text.ts';
import { searchArticles } from './search-articles.ts';

/** The newest version of an article, with what is derived from its text. */
interface CurrentArticle extends ArticleContent {
  slug: string;
  /** 0 for the text that ships with GoPath. */
  version: number;
  createdAt: Date;
  /** The text without Markdown syntax. */
  text: string;
  minutes: number;
}

/** An article with how far the viewer read it. */
export interface ArticleForViewer extends CurrentArticle, Omit<ReadingRow, 'slug'> {}

const MAX_RELATED = 3;

/** Returns how closely two articles are related: by topic first, then by readers and grades. */
function relationOf(one: ArticleContent, other: ArticleContent): number {
  const shared = <Item>(a: readonly Item[], b: readonly Item[]) =>
    a.filter((item) => b.includes(item)).length;
  return (
    (one.topic === other.topic ? 10 : 0) +
    2 * shared(one.audiences, other.audiences) +
    shared(one.grades, other.grades)
  );
}

/**
 * Creates the service of the learning center: articles that ship with GoPath, and those that staff wrote or changed.
 * @param textOf returns the text of Markdown without its syntax; slow for long articles
 */
export function createLearningService(
  { database, clock }: Pick<ServiceDependencies, 'database' | 'clock'>,
  textOf = plainTextOf,
) {
  const repository = new LearningRepository(database);

  function derive(article: Omit<CurrentArticle, 'text' | 'minutes'>): CurrentArticle {
    const text = textOf(article.body);
    return { ...article, text, minutes: readingMinutes(text) };
  }

  let shipped: Promise<CurrentArticle[]> | undefined;

  /** Reads the articles once per process. A failed read is repeated. */
  function readShipped() {
    shipped ??= readShippedArticles()
      .then((articles) => articles.map((article) => derive({ ...article, version: 0 })))
      .catch((error: unknown) => {
        shipped = undefined;
        throw error;
      });
    return shipped;
  }

  let derived = new Map<string, CurrentArticle>();

  /**
   * Derives the text and reading time of saved articles. Reuses the text of an article whose body did not
   * change; the cache keeps one text per article.
   */
  function deriveSaved(rows: readonly ArticleRow[]): Map<string, CurrentArticle> {
    derived = new Map(
      rows.map((row) => {
        const known = derived.get(row.slug);
        const isSame = known?.body === row.body;
        return [row.slug, isSame ? { ...row, text: known.text, minutes: known.minutes } : derive(row)];
      }),
    );
    return derived;
  }

  /** Returns the newest version of every article that the actor can see: shipped ones first, in their order. */
  async function visible(actor: Actor): Promise<CurrentArticle[]> {
    const [files, saved] = [await readShipped(), await repository.newest()];
    const changed = new Map(deriveSaved(saved));
    const articles = files.map((file) => {
      const article = changed.get(file.slug) ?? file;
      changed.delete(file.slug);
      return article;
    });
    articles.push(...changed.values());
    return canChangeArticles(actor) ? articles : articles.filter(({ hidden }) => !hidden);
  }

  async function requireArticle(actor: Actor, slug: string): Promise<CurrentArticle> {
    const article = (await visible(actor)).find((one) => one.slug === slug);
    if (article === undefined) throw notFound();
    return article;
  }

  /** Checks that the actor can read an article, without its text. @throws AppError NOT_FOUND */
  async function requireReadable(actor: Actor, slug: string): Promise<void> {
    if (!isSlug(slug)) throw notFound();
    const hidden = await repository.isHidden(slug);
    const isKnown = hidden !== undefined || (await readShipped()).some((article) => article.slug === slug);
    if (!isKnown || (hidden === true && !canChangeArticles(actor))) throw notFound();
  }

  /** Adds a version by the actor. @returns false when it exists */
  function insert(actor: Actor, article: ArticleContent & { slug: string; version: number }) {
    return repository.insert({ ...article, editorPk: actor.pk, createdAt: clock.now() });
  }

  /** Rejects a text that would make every later read of the articles fail. */
  function requireReadableText({ body }: Pick<ArticleContent, 'body'>) {
    if (isTooDeep(body)) throw invalid('body', 'The text has too many quotes or lists inside each other');
  }

  function requireEditor(actor: Actor) {
    if (!canChangeArticles(actor)) throw notFound();
  }

  async function withReadings(actor: Actor) {
    const readings = new Map((await repository.readings(actor.pk)).map((row) => [row.slug, row]));
    return (article: CurrentArticle): ArticleForViewer => ({
      ...article,
      progress: readings.get(article.slug)?.progress ?? 0,
      bookmarked: readings.get(article.slug)?.bookmarked ?? false,
    });
  }

  return {
    /** Lists the articles that contain the search text, best first; all without one. */
    async list(actor: Actor, query: unknown) {
      const { search } = parseInput(articleSearch, query);
      const [articles, read] = [await visible(actor), await withReadings(actor)];
      return searchArticles(articles, search).map(({ article, excerpt }) => ({
        article: read(article),
        excerpt,
      }));
    },

    /** Returns an article and related ones. @throws AppError NOT_FOUND */
    async get(actor: Actor, slug: string) {
      const articles = await visible(actor);
      const article = articles.find((one) => one.slug === slug);
      if (article === undefined) throw notFound();
      const read = await withReadings(actor);
      const related = articles
        .filter((other) => other !== article && !other.hidden)
        .map((other) => ({ other, relation: relationOf(article, other) }))
        .sort((a, b) => b.relation - a.relation)
        .slice(0, MAX_RELATED);
      return { article: read(article), related: related.map(({ other }) => read(other)) };
    },

    /** Saves how far the actor read an article, and the bookmark. */
    async saveReading(actor: Actor, slug: string, input: unknown) {
      const { progress = null, bookmarked = null } = parseInput(readingInput, input);
      await requireReadable(actor, slug);
      return repository.saveReading(actor.pk, slug, progress, bookmarked);
    },

    /** Adds an article. Its slug is made from its title. */
    async create(actor: Actor, input: unknown): Promise<{ slug: string; version: number }> {
      requireEditor(actor);
      const { idempotencyKey, ...content } = parseInput(createArticleInput, input);
      requireReadableText(content);
      const slug = slugOf(content.title);
      return createOnce(
        database,
        actor,
        { action: 'createArticle', key: idempotencyKey, input: content },
        async () => {
          const isTaken = (await visible(actor)).some((article) => article.slug === slug);
          if (isTaken || !(await insert(actor, { ...content, slug, version: 1 }))) {
            throw invalid('title', 'Another article has this title or a very similar one');
          }
          return { slug, version: 1 };
        },
      );
    },

    /** Saves a new version of an article. @throws AppError CONFLICT when someone else saved first */
    async update(actor: Actor, slug: string, input: unknown): Promise<{ slug: string; version: number }> {
      requireEditor(actor);
      const { idempotencyKey, version, ...content } = parseInput(updateArticleInput, input);
      requireReadableText(content);
      return createOnce(
        database,
        actor,
        { action: 'updateArticle', key: idempotencyKey, input: { slug, version, ...content } },
        async () => {
          const current = await requireArticle(actor, slug);
          const isNewest = current.version === version;
          if (!isNewest || !(await insert(actor, { ...content, slug, version: version + 1 }))) {
            throw new AppError('CONFLICT', 'Someone else changed this article.', {
              current: { version: current.version },
            });
          }
          return { slug, version: version + 1 };
        },
      );
    },

    /** Lists the versions of an article, newest first. */
    async versions(actor: Actor, slug: string) {
      requireEditor(actor);
      if (!isSlug(slug)) throw notFound();
      const saved = await repository.versions(slug);
      const file = (await readShipped()).find((article) => article.slug === slug);
      if (saved.length === 0 && file === undefined) throw notFound();
      const first = file === undefined ? [] : [{ ...file, editor: null }];
      return [...saved, ...first];
    },

    /** Returns an older or the newest version of an article. */
    async version(
      actor: Actor,
      slug: string,
      version: number,
    ): Promise<ArticleContent & { version: number }> {
      requireEditor(actor);
      if (!isSlug(slug)) throw notFound();
      const found =
        version === 0
          ? (await readShipped()).find((article) => article.slug === slug)
          : await repository.version(slug, version);
      if (found === undefined) throw notFound();
      return found;
    },
  };
}
