import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { ArticleForm } from '#src/features/learning/components/ArticleForm.tsx';
import { learningQueries } from '#src/features/learning/queries.ts';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useMe } from '../../shell/me.ts';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { NotFoundPage } from '../not-found.tsx';

/** /learning_center/new/ and /learning_center/content/{slug}/edit/, for editors of articles. */
export function Component() {
  const me = useMe();
  const { slug } = useParams();
  const navigate = useNavigate();
  const canChange = me.permissions.includes('learning_center.change_article');
  const query = useQuery({
    ...learningQueries.article(slug ?? ''),
    enabled: canChange && slug !== undefined,
  });
  const isMissing = query.error instanceof AppError && query.error.code === 'NOT_FOUND';
  if (!canChange || isMissing) return <NotFoundPage />;
  const title = slug === undefined ? 'New article' : 'Edit article';
  const back = slug === undefined ? paths.learningCenter : paths.article(slug);
  const done = (saved: string | null) => void navigate(saved === null ? back : paths.article(saved));
  return (
    <div className="mx-auto grid w-full max-w-[840px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>{`${title} · GoPath`}</title>
      <header className="grid gap-2">
        <UpLink to={back}>{slug === undefined ? 'Learning Center' : (query.data?.title ?? 'Article')}</UpLink>
        <h1 className="text-2xl font-semibold">{title}</h1>
      </header>
      {slug === undefined ? (
        <ArticleForm viewer={me} article={null} onDone={done} />
      ) : (
        <QueryContent query={query} lines={16}>
          {(article) => <ArticleForm key={slug} viewer={me} article={article} onDone={done} />}
        </QueryContent>
      )}
    </div>
  );
}
