import { useQuery } from '@tanstack/react-query';
import { SendHorizontal, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { noteQueries, type NoteSummary } from '../queries.ts';
import { lockedReason } from './note-links.ts';
import { NotSentBanner } from './NotSentBanner.tsx';
import type { SendMeetingNote } from './useSendMeetingNote.tsx';

/** The body of a row with the actions of the note (NOTE-018, NOTE-019). */
export function ExpandedNote({
  note,
  isAuthor,
  send,
  onDelete,
  onEdit,
}: {
  note: NoteSummary;
  isAuthor: boolean;
  send: SendMeetingNote;
  onDelete: () => void;
  onEdit: () => void;
}) {
  const { data, isError, refetch, isFetching } = useQuery(noteQueries.detail(note.pk));
  const locked = lockedReason(note);
  const canChange = note.permissions.includes('change_note');
  return (
    <div className="grid gap-3 py-1">
      {send.isNotSent(note.pk) && <NotSentBanner onRetry={() => send.ask(note)} />}
      {data !== undefined ? (
        <RichTextView body={data.body} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={4} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Link to={paths.note(note.pk)} className={buttonClass('secondary')}>
          View
        </Link>
        {(canChange || (isAuthor && locked !== undefined)) && (
          <Button onClick={onEdit} disabledReason={locked}>
            Edit
          </Button>
        )}
        {note.permissions.includes('send_meetingnote') && (
          <IconButton label="Send Meeting Note" icon={<SendHorizontal />} onClick={() => send.ask(note)} />
        )}
        {(note.permissions.includes('delete_note') || (isAuthor && locked !== undefined)) && (
          <IconButton label="Delete" icon={<Trash2 />} disabledReason={locked} onClick={onDelete} />
        )}
      </div>
    </div>
  );
}
