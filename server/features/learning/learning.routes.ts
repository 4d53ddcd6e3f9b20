import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import type { Article, ArticleList, ArticleSummary, ArticleVersions } from '#shared/learning/responses.ts';
import type { RouteContext } from '../../http/route-context.ts';
import type { ArticleForViewer } from './learning.service.ts';

interface SlugRoute {
  Params: { slug: string };
}

/** Returns a version in an address; 0 is the text that ships with GoPath. */
function parseVersion(text: string): number {
  const version = /^(0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : MAX_PK + 1;
  if (version > MAX_PK) throw notFound();
  return version;
}

function toSummary(actor: Actor, article: ArticleForViewer): Omit<ArticleSummary, 'excerpt'> {
  const { slug, title, summary, topic, audiences, grades, author, minutes, hidden } = article;
  return {
    slug,
    title,
    summary,
    topic,
    audiences,
    grades,
    author,
    minutes,
    hidden,
    // An article that ships with GoPath has a calendar date, stored as midnight in UTC.
    date: dateIn(article.version === 0 ? 'UTC' : actor.timeZone, article.createdAt),
    progress: article.progress,
    bookmarked: article.bookmarked,
  };
}

/** Registers the routes of the learning center (SHEL-003, SHEL-004). */
export function registerLearningRoutes({ server, services, authentication }: RouteContext) {
  const { learning } = services;

  server.get('/api/articles/', async (request): Promise<ArticleList> => {
    const actor = await authentication.requireActor(request);
    const found = await learning.list(actor, request.query);
    return { articles: found.map(({ article, excerpt }) => ({ ...toSummary(actor, article), excerpt })) };
  });

  server.post('/api/articles/', async (request) =>
    learning.create(await authentication.requireActor(request), request.body),
  );

  server.get<SlugRoute>('/api/articles/:slug/', async (request): Promise<Article> => {
    const actor = await authentication.requireActor(request);
    const { article, related } = await learning.get(actor, request.params.slug);
    const { version, body, sources } = article;
    return {
      ...toSummary(actor, article),
      version,
      body,
      sources,
      related: related.map((one) => ({ ...toSummary(actor, one), excerpt: null })),
    };
  });

  server.put<SlugRoute>('/api/articles/:slug/', async (request) =>
    learning.update(await authentication.requireActor(request), request.params.slug, request.body),
  );

  server.put<SlugRoute>('/api/articles/:slug/reading/', async (request) =>
    learning.saveReading(await authentication.requireActor(request), request.params.slug, request.body),
  );

  server.get<SlugRoute>('/api/articles/:slug/versions/', async (request): Promise<ArticleVersions> => {
    const actor = await authentication.requireActor(request);
    const versions = await learning.versions(actor, request.params.slug);
    return {
      versions: versions.map(({ version, title, editor, createdAt }) => ({
        version,
        title,
        editor,
        created_at: createdAt.toISOString(),
      })),
    };
  });

  server.get<{ Params: { slug: string; version: string } }>(
    '/api/articles/:slug/versions/:version/',
    async (request) => {
      const actor = await authentication.requireActor(request);
      const { slug, version } = request.params;
      const found = await learning.version(actor, slug, parseVersion(version));
      const { title, summary, topic, audiences, grades, author, sources, body, hidden } = found;
      return {
        version: found.version,
        title,
        summary,
        topic,
        audiences,
        grades,
        author,
        sources,
        body,
        hidden,
      };
    },
  );
}
