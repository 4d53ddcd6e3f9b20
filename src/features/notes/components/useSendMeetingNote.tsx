import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { useSendMeetingNoteMutation } from '../mutations.ts';
import type { SendableNote } from './SendMeetingNoteDialog.tsx';

/** Loaded when somebody wants to send: the extension's panel must open quickly. */
const SendMeetingNoteDialog = lazy(async () => ({
  default: (await import('./SendMeetingNoteDialog.tsx')).SendMeetingNoteDialog,
}));

export interface SendMeetingNote {
  /** Opens the dialog (MEET-009). */
  ask(note: SendableNote): void;
  /** Whether sending this note failed on the network: show 'Not sent' with a retry. */
  isNotSent(notePk: number): boolean;
  /** Put it anywhere on the screen. */
  dialog: ReactNode;
}

/**
 * Sends meeting notes, with the one dialog that asks first: closed, open, sending, closed (MEET-015).
 * @param onSent runs after a note was sent (MEET-033)
 */
export function useSendMeetingNote({ onSent }: { onSent?: () => void } = {}): SendMeetingNote {
  const [note, setNote] = useState<SendableNote | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
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
      setWasAsked(true);
    },
    isNotSent: (pk) => notSent.has(pk),
    dialog: wasAsked && (
      <Suspense>
        <SendMeetingNoteDialog
          note={note}
          sending={send.isPending}
          onCancel={() => setNote(null)}
          onSend={() => void confirm()}
        />
      </Suspense>
    ),
  };
}
