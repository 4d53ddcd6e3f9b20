import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Article, savedArticle, savedReading } from '#shared/learning/responses.ts';
import type { ArticleContent } from '#shared/learning/schema.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { learningKeys } from './queries.ts';

/** Bookmarks an article or removes the bookmark. */
export function useBookmark(slug: string) {
  return useMutation({
    mutationFn: (bookmarked: boolean) =>
      requestRest(savedReading, { endpoint: 'saveReading', params: { slug }, body: { bookmarked } }),
    onError: () => showError('Couldn’t save the bookmark'),
  });
}

/**
 * Returns a function that saves how far the person read. It is not a mutation, because other data stays valid. A
 * failure is silent: the next progress saves it too.
 */
export function useSaveProgress(slug: string) {
  const client = useQueryClient();
  return useCallback(
    async (progress: number) => {
      client.setQueryData<Article>(
        learningKeys.article(slug),
        (article) => article && { ...article, progress },
      );
      await requestRest(savedReading, {
        endpoint: 'saveReading',
        params: { slug },
        body: { progress },
      }).catch(() => undefined);
      void client.invalidateQueries({ queryKey: learningKeys.lists });
    },
    [client, slug],
  );
}

/** An article to save; without a slug it is new. */
interface ArticleToSave {
  slug: string | null;
  content: ArticleContent;
  /** The version that the content is based on. */
  version: number;
  idempotencyKey: string;
}

/** Adds an article, or saves a new version of it. */
export function useSaveArticle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, content, version, idempotencyKey }: ArticleToSave) =>
      slug === null
        ? requestRest(savedArticle, { endpoint: 'createArticle', body: { ...content, idempotencyKey } })
        : requestRest(savedArticle, {
            endpoint: 'updateArticle',
            params: { slug },
            body: { ...content, version, idempotencyKey },
          }),
    onSuccess: (saved, { slug, content }) => {
      if (slug !== null) {
        // Caches the new version, because an editor that opens before the article is reloaded must start with
        // it.
        client.setQueryData<Article>(
          learningKeys.article(slug),
          (article) => article && { ...article, ...content, version: saved.version },
        );
      }
      showSuccess(slug === null ? 'Article added' : 'Article saved');
    },
    onError: (error) => showError(`Couldn’t save the article: ${error.message}`),
  });
}
