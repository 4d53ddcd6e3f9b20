import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { article, articleList, articleVersionContent, articleVersions } from '#shared/learning/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The query keys of the learning center. */
export const learningKeys = {
  lists: ['articles', 'list'] as const,
  article: (slug: string) => ['articles', 'article', slug] as const,
};

export const learningQueries = {
  /** The articles that contain every word of the search text; all without one. */
  list: (search: string) =>
    queryOptions({
      queryKey: [...learningKeys.lists, search],
      queryFn: ({ signal }) =>
        requestRest(articleList, { endpoint: 'articles', ...(search && { search: { search } }) }, signal),
      placeholderData: keepPreviousData,
    }),

  /** An article with related ones. */
  article: (slug: string) =>
    queryOptions({
      queryKey: learningKeys.article(slug),
      queryFn: ({ signal }) => requestRest(article, { endpoint: 'article', params: { slug } }, signal),
    }),

  /** The history of an article, for editors. */
  versions: (slug: string) =>
    queryOptions({
      queryKey: ['articles', 'versions', slug],
      queryFn: ({ signal }) =>
        requestRest(articleVersions, { endpoint: 'articleVersions', params: { slug } }, signal),
    }),
};

/** Loads a version of an article. @throws AppError */
export function loadVersion(slug: string, version: number) {
  return requestRest(articleVersionContent, { endpoint: 'articleVersion', params: { slug, version } });
}
