import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { ArticleView } from '#src/features/learning/components/ArticleView.tsx';
import { learningQueries } from '#src/features/learning/queries.ts';
import { useMe } from '../../shell/me.ts';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { NotFoundPage } from '../not-found.tsx';

/** /learning_center/content/{slug}/ (SHEL-004). */
export function Component() {
  const me = useMe();
  const query = useQuery(learningQueries.article(useParams()['slug'] ?? ''));
  if (query.error instanceof AppError && query.error.code === 'NOT_FOUND') return <NotFoundPage />;
  return (
    <QueryContent query={query} lines={16}>
      {(article) => (
        <>
          <title>{`${article.title} · GoPath`}</title>
          <ArticleView
            key={article.slug}
            article={article}
            canChange={me.permissions.includes('learning_center.change_article')}
          />
        </>
      )}
    </QueryContent>
  );
}
