import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { placeholders } from '#shared/rich-text/inspect.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { useSendMeetingNoteMutation } from '../mutations.ts';
import { noteQueries } from '../queries.ts';

/** The meeting note to send. */
export interface SendableNote {
  pk: number;
  meetingNote: { id: string } | null;
}

export interface SendMeetingNote {
  /** Opens the dialog (MEET-009). */
  ask(note: SendableNote): void;
  /** Whether sending this note failed on the network: show 'Not sent' with a retry. */
  isNotSent(notePk: number): boolean;
  /** Put it anywhere on the screen. */
  dialog: ReactNode;
}

const KIND: Record<string, string> = { student: 'student', parent: 'parent', mentor: 'mentor' };

/**
 * Sends meeting notes, with the one dialog that asks first: closed, open, sending, closed (MEET-015).
 * @param onSent runs after a note was sent (MEET-033)
 */
export function useSendMeetingNote({ onSent }: { onSent?: () => void } = {}): SendMeetingNote {
  const [note, setNote] = useState<SendableNote | null>(null);
  const [notSent, setNotSent] = useState<ReadonlySet<number>>(new Set());
  const send = useSendMeetingNoteMutation();

  const mark = (pk: number, failed: boolean) =>
    setNotSent((before) => {
      const next = new Set(before);
      if (failed) next.add(pk);
      else next.delete(pk);
      return next;
    });

  const confirm = async () => {
    if (note === null || note.meetingNote === null) return;
    try {
      await send.mutateAsync(note.meetingNote.id);
      mark(note.pk, false);
      showSuccess('This meeting note has been sent successfully.');
      onSent?.();
    } catch (error) {
      // MEET-035: no message, the note itself says 'Not sent'. MEET-034: else the server's words.
      const unreachable = error instanceof AppError && error.code === 'NETWORK';
      if (unreachable) mark(note.pk, true);
      else showError(error instanceof AppError ? error.message : 'The meeting note was not sent.');
    } finally {
      setNote(null);
    }
  };

  return {
    ask: (asked) => {
      send.reset();
      setNote(asked);
    },
    isNotSent: (pk) => notSent.has(pk),
    dialog: (
      <SendMeetingNoteDialog
        note={note}
        sending={send.isPending}
        onCancel={() => setNote(null)}
        onSend={() => void confirm()}
      />
    ),
  };
}

/** MEET-009 to MEET-012, with the names of those whom it will reach. */
function SendMeetingNoteDialog({
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
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabledReason={reason} onClick={onSend}>
            Send
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {reason !== undefined && <Banner tone="warning">{reason}</Banner>}
        {recipients.isPending && <SkeletonText lines={3} />}
        {recipients.data !== undefined && recipients.data.length > 0 && (
          <div className="grid gap-1">
            <h3 className="text-xs font-medium text-muted">It will reach</h3>
            <ul aria-label="Recipients" className="grid gap-1">
              {recipients.data.map(({ user, kind }) => (
                <li key={user.id} className="flex justify-between gap-3">
                  <span className="min-w-0 truncate">{user.fullName}</span>
                  <span className="text-muted">{KIND[kind]}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {recipients.isError && <p className="text-muted">The names of the recipients could not be loaded.</p>}
      </div>
    </Dialog>
  );
}
