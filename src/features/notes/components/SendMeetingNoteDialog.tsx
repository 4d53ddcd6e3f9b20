import { useQuery } from '@tanstack/react-query';
import { placeholders } from '#shared/rich-text/inspect.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { noteQueries } from '../queries.ts';
import { RecipientList } from './RecipientList.tsx';

/** The meeting note to send. */
export interface SendableNote {
  pk: number;
  meetingNote: { id: string } | null;
}

/** Asks before a meeting note is sent (MEET-009 to MEET-012) and lists its recipients. */
export function SendMeetingNoteDialog({
  note,
  sending,
  onCancel,
  onSend,
}: {
  note: SendableNote | null;
  sending: boolean;
  onCancel: () => void;
  onSend: () => void;
}) {
  const open = note !== null;
  const detail = useQuery({ ...noteQueries.detail(note?.pk ?? 0), enabled: open });
  const recipients = useQuery({
    ...noteQueries.recipients(note?.meetingNote?.id ?? ''),
    enabled: open && note.meetingNote !== null,
  });
  const gaps = detail.data === undefined ? [] : [...new Set(placeholders(detail.data.body))];
  const reason =
    gaps.length > 0
      ? `Fill in ${gaps.map((gap) => `“${gap}”`).join(', ')} before sending.`
      : recipients.data?.length === 0
        ? 'There is nobody to send this note to.'
        : undefined;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title="Send Meeting Note?"
      description="Would you like to send this meeting note to your student, their parents, and all of their mentors?"
      busy={sending}
      busyLabel="Sending"
      actions={
        <>
          <CancelButton onClick={onCancel} />
          <Button variant="primary" disabledReason={reason} onClick={onSend}>
            Send
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {reason !== undefined && <Banner tone="warning">{reason}</Banner>}
        {note?.meetingNote != null && recipients.data?.length !== 0 && (
          <div className="grid gap-1">
            <h3 className="text-xs font-medium text-muted">Recipients</h3>
            <RecipientList meetingNoteId={note.meetingNote.id} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
