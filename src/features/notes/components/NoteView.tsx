import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { UpButton } from '#src/ui/navigation/UpLink.tsx';
import { storedNoteSubject } from '../drafts/note-draft.ts';
import { useNoteDraft } from '../drafts/useNoteDraft.ts';
import type { NoteDetail } from '../queries.ts';
import { lockedReason } from './note-links.ts';
import { RecipientList } from './RecipientList.tsx';
import { NotSentBanner } from './NotSentBanner.tsx';
import { UnsavedNoteBanner } from './UnsavedNoteBanner.tsx';
import { useDeleteNotesDialog } from './useDeleteNotesDialog.tsx';
import { useSendMeetingNote } from './useSendMeetingNote.tsx';

/** One note (NOTE-022 to NOTE-024) with the viewer's actions (MEET-008). */
export function NoteView({
  viewer,
  note,
  studentPath,
  studentAction,
  visibility,
  onList,
  onEdit,
  onDeleted,
}: {
  viewer: { pk: number };
  note: NoteDetail;
  /** The student's page, if the viewer can open it. */
  studentPath: string | undefined;
  /** Shown next to the student's name, such as the button that pins them. */
  studentAction?: ReactNode;
  /** Says who can see the note. */
  visibility?: ReactNode;
  onList: () => void;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const send = useSendMeetingNote();
  const remove = useDeleteNotesDialog({ viewerPk: viewer.pk, onDeleted });
  const locked = lockedReason(note);
  const isLockedAuthor = locked !== undefined && note.user.pk === viewer.pk;
  const booking = note.meetingNote?.simplybookmeeting;
  const [draft] = useNoteDraft(String(viewer.pk), storedNoteSubject(note), note.version);
  return (
    <article className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <UpButton onClick={onList}>Notes List</UpButton>
        <div className="ml-auto flex flex-wrap gap-2">
          {visibility}
          {(note.permissions.includes('delete_note') || isLockedAuthor) && (
            <Button disabledReason={locked} onClick={() => remove.ask([note])}>
              Delete
            </Button>
          )}
          {(note.permissions.includes('change_note') || isLockedAuthor) && (
            <Button disabledReason={locked} onClick={onEdit}>
              Edit
            </Button>
          )}
          {note.permissions.includes('send_meetingnote') && (
            <Button variant="primary" onClick={() => send.ask(note)}>
              Send
            </Button>
          )}
        </div>
      </div>
      {draft != null && <UnsavedNoteBanner note={note} />}
      {send.isNotSent(note.pk) && <NotSentBanner onRetry={() => send.ask(note)} />}
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold wrap-anywhere">{note.title}</h1>
        <p className="text-sm text-muted">
          Created <Moment inline value={note.createdAt} /> by {note.user.fullName} · Modified{' '}
          <Moment inline value={note.updatedAt} />
        </p>
        {(note.isMeetingNote || note.student !== null) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {note.meetingNote !== null && (
              <Badge tone={note.meetingNote.sent ? 'success' : 'neutral'}>
                {note.meetingNote.sent ? 'Sent' : 'Not sent'}
              </Badge>
            )}
            {note.meetingNote?.sentAt != null && (
              <span className="text-sm text-muted">
                <Moment value={note.meetingNote.sentAt} />
              </span>
            )}
            {booking && (
              <span className="text-sm text-muted">
                {booking.name}, <Moment inline value={booking.startsAt} />
              </span>
            )}
            {note.student !== null && (
              <span className="inline-flex min-w-0 items-center gap-1 text-sm">
                About{' '}
                {studentPath === undefined ? (
                  <span className="min-w-0 wrap-anywhere">{note.student.fullName}</span>
                ) : (
                  <Link
                    to={studentPath}
                    className="min-w-0 rounded-control font-medium wrap-anywhere text-accent-text hover:underline"
                  >
                    {note.student.fullName}
                  </Link>
                )}
                {studentAction}
              </span>
            )}
          </div>
        )}
      </header>
      <div className="rounded-card border bg-surface px-5 py-4">
        <RichTextView body={note.body} />
      </div>
      {isLockedAuthor && note.meetingNote !== null && (
        <section aria-label="Recipients" className="grid gap-1">
          <h2 className="text-xs font-medium text-muted">Sent to</h2>
          <RecipientList of={{ meetingNoteId: note.meetingNote.id }} />
        </section>
      )}
      {send.dialog}
      {remove.dialog}
    </article>
  );
}
