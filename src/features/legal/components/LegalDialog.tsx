import { useQuery } from '@tanstack/react-query';
import { LEGAL_DOCUMENTS, type LegalSlug } from '#shared/legal/documents.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Markdown } from '#src/ui/rich-text/Markdown.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { legalQueries } from '../queries.ts';

/** Shows a legal document on the whole screen (SHEL-031). */
export function LegalDialog({ slug, onClose }: { slug: LegalSlug; onClose: () => void }) {
  const { data, isError, refetch, isFetching } = useQuery(legalQueries.document(slug));
  return (
    <Dialog
      open
      width="screen"
      textOnly
      title={LEGAL_DOCUMENTS[slug]}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="mx-auto max-w-prose pb-6">
        {data === undefined ? (
          isError ? (
            <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonText lines={12} />
          )
        ) : data.format === 'markdown' ? (
          <Markdown>{data.body}</Markdown>
        ) : (
          <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{data.body}</pre>
        )}
      </div>
    </Dialog>
  );
}
