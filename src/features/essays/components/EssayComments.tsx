import clsx from 'clsx';
import { Check, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useDeleteEssayComment, useResolveEssayComment } from '../mutations.ts';
import type { EssayComment, EssayDetail } from '../queries.ts';
import { scrollToPassage, usePassages } from '../usePassages.ts';
import { CommentForm } from './CommentForm.tsx';

function Comment({
  comment,
  isActive,
  isFound,
  onShow,
}: {
  comment: EssayComment;
  isActive: boolean;
  /** Whether the passage is still in the text. */
  isFound: boolean;
  onShow: () => void;
}) {
  const resolve = useResolveEssayComment();
  const remove = useDeleteEssayComment();
  const isResolved = comment.resolvedAt !== null;
  const about = `“${comment.quote.slice(0, 40)}${comment.quote.length > 40 ? '…' : ''}”`;
  const quote = <span className="line-clamp-2">{comment.quote}</span>;
  const quoteClass = 'border-l-2 pl-2 text-left text-xs text-muted';
  return (
    <li className={clsx('grid gap-2 px-4 py-3', isActive && 'bg-accent-soft')}>
      {isFound ? (
        <button type="button" className={clsx(quoteClass, 'border-warning hover:text-text')} onClick={onShow}>
          <span className="sr-only">Show in the text: </span>
          {quote}
        </button>
      ) : (
        <div className={quoteClass}>
          {quote}
          {!isResolved && <span className="font-medium">This passage was changed.</span>}
        </div>
      )}
      <p className="break-words whitespace-pre-wrap">{comment.body}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <span>
          {comment.author?.fullName ?? 'Deleted account'}, <Moment inline value={comment.createdAt} />
        </span>
        <span className="-mr-3 ml-auto flex items-center">
          {comment.permissions.includes('delete_essaycomment') && (
            <IconButton
              label={`Delete the comment on ${about}`}
              icon={<Trash2 />}
              busy={remove.isPending}
              onClick={() => remove.mutate(comment.id)}
            />
          )}
          {comment.permissions.includes('resolve_essaycomment') && (
            <Button
              variant="ghost"
              icon={
                isResolved ? (
                  <RotateCcw aria-hidden className="size-4" />
                ) : (
                  <Check aria-hidden className="size-4" />
                )
              }
              busy={resolve.isPending}
              writes
              onClick={() => resolve.mutate({ id: comment.id, isResolved: !isResolved })}
            >
              {isResolved ? 'Open again' : 'Resolve'}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}

/** The comments of mentors next to the text, and the form for a new one. */
export function EssayComments({
  owner,
  essay,
  container,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  essay: EssayDetail;
  /** The element around the text. */
  container: Element | null;
}) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [showsResolved, setShowsResolved] = useState(false);
  const resolved = essay.comments.filter(({ resolvedAt }) => resolvedAt !== null);
  // Memoized, so that the passages are not searched on every render.
  const open = useMemo(
    () => essay.comments.filter(({ resolvedAt }) => resolvedAt === null),
    [essay.comments],
  );
  const found = usePassages(container, open, activeId);
  const canComment = essay.permissions.includes('add_essaycomment');
  const item = (comment: EssayComment) => (
    <Comment
      key={comment.id}
      comment={comment}
      isActive={comment.id === activeId}
      isFound={found.has(comment.id)}
      onShow={() => {
        setActiveId(comment.id);
        scrollToPassage(container, comment);
      }}
    />
  );
  return (
    <section
      aria-label="Comments"
      data-private
      className="min-w-0 rounded-card border bg-surface lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto print:hidden"
    >
      <h2 className="px-4 pt-3 font-semibold">
        Comments{' '}
        {open.length > 0 && <span className="font-normal text-muted tabular-nums">({open.length})</span>}
      </h2>
      {canComment && <CommentForm owner={owner} essayId={essay.id} container={container} />}
      {open.length === 0 ? (
        <p className="px-4 pt-1 pb-3 text-sm text-muted">
          {canComment ? 'Open comments appear here.' : 'Your mentors’ comments appear here.'}
        </p>
      ) : (
        <ul className="mt-2 divide-y border-t">{open.map(item)}</ul>
      )}
      {resolved.length > 0 && (
        <div className="border-t px-2 py-1">
          <Button
            variant="ghost"
            aria-expanded={showsResolved}
            onClick={() => setShowsResolved(!showsResolved)}
          >
            {showsResolved ? 'Hide resolved' : `Show resolved (${resolved.length})`}
          </Button>
        </div>
      )}
      {showsResolved && <ul className="divide-y border-t">{resolved.map(item)}</ul>}
    </section>
  );
}
