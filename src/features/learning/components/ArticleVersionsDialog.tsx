import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ArticleContent, articleContent } from '#shared/learning/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { dateText } from '#src/lib/dates/calendar-date.ts';
import { learningQueries, loadVersion } from '../queries.ts';

/** The history of an article. Loads an older version into the form, where it can be saved as the newest one. */
export function ArticleVersionsDialog({
  slug,
  onClose,
  onLoad,
}: {
  slug: string;
  onClose: () => void;
  onLoad: (content: ArticleContent) => void;
}) {
  const { data, isError, refetch, isFetching } = useQuery(learningQueries.versions(slug));
  const [loading, setLoading] = useState<number | null>(null);
  async function load(number: number) {
    setLoading(number);
    try {
      const { version: _version, ...content } = await loadVersion(slug, number);
      onLoad(articleContent.parse(content));
    } catch {
      showError('Couldn’t load this version');
      setLoading(null);
    }
  }
  return (
    <Dialog
      open
      title="Versions"
      description="Load an older version into the form, then save it as the newest."
      onClose={onClose}
      actions={<CancelButton onClick={onClose} />}
    >
      {data === undefined ? (
        isError ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonText lines={4} />
        )
      ) : (
        <ol className="grid divide-y">
          {data.versions.map(({ version, title, editor, created_at: createdAt }, index) => (
            <li key={version} className="flex items-center justify-between gap-3 py-2">
              <div className="min-w-0">
                <p className="truncate font-medium">{title}</p>
                <p className="text-sm text-muted">
                  {version === 0 ? (
                    `Ships with GoPath, ${dateText(createdAt.slice(0, 10))}`
                  ) : (
                    <>
                      Version {version} by {editor ?? 'a deleted account'},{' '}
                      <Moment inline value={createdAt} />
                    </>
                  )}
                </p>
              </div>
              {index === 0 ? (
                <span className="text-sm text-muted">Newest</span>
              ) : (
                <Button
                  aria-label={`Use version ${version}`}
                  busy={loading === version}
                  onClick={() => void load(version)}
                >
                  Use
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
