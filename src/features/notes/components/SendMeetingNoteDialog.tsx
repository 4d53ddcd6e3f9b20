import { useQuery } from '@tanstack/react-query';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { unfilledText } from '#shared/meetings/unfilled.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { noteQueries, type RecipientsOf } from '../queries.ts';
import { RecipientList } from './RecipientList.tsx';

/** The meeting note to send. */
export interface SendableNote {
  /** Null for a note that is created on confirmation. */
  pk: number | null;
  /** The open editor of the note. The dialog validates its text and saves it on confirmation. */
  editor?: {
    simplybookId: number;
    body: RichTextDocument;
    /** Saves the text; null when it could not be saved. */
    save(): Promise<{ pk: number } | null>;
  };
}

function recipientsOf({ pk, editor }: SendableNote): RecipientsOf {
  return editor === undefined
    ? { meetingNoteId: toGlobalId('MeetingNote', pk ?? 0) }
    : { simplybookId: editor.simplybookId };
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
  const isStored = open && note.editor === undefined;
  const detail = useQuery({ ...noteQueries.detail(note?.pk ?? 0), enabled: isStored });
  const of = note === null ? null : recipientsOf(note);
  const recipients = useQuery({
    ...noteQueries.recipients(of ?? { simplybookId: 0 }),
    enabled: of !== null,
  });
  const body = note?.editor?.body ?? detail.data?.body;
  const unfilled = body === undefined ? null : unfilledText(body);
  const reason = unfilled ?? (recipients.data?.length === 0 ? 'This note has no recipients.' : undefined);
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
        {of !== null && recipients.data?.length !== 0 && (
          <div className="grid gap-1">
            <h3 className="text-xs font-medium text-muted">Recipients</h3>
            <RecipientList of={of} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
