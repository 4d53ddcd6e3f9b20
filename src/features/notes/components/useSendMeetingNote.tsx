import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { useReloadAfterConflict } from '#src/transport/useReloadAfterConflict.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { useSendMeetingNoteMutation } from '../mutations.ts';
import type { SendableNote, ShownToSender } from './SendMeetingNoteDialog.tsx';

/** Loaded on demand: the extension's panel must open quickly. */
const SendMeetingNoteDialog = lazy(async () => ({
  default: (await import('./SendMeetingNoteDialog.tsx')).SendMeetingNoteDialog,
}));

/** What a screen needs to send meeting notes. */
export interface SendMeetingNote {
  /** Opens the dialog (MEET-009). */
  ask(note: SendableNote): void;
  /**
   * Returns whether sending this note failed, or its text could not be saved before; then show 'Not sent' with a
   * retry button. Null means the note that is not created yet.
   */
  isNotSent(notePk: number | null): boolean;
  /** Render it anywhere on the screen. */
  dialog: ReactNode;
}

/**
 * Sends meeting notes after a confirmation: closed, open, sending, closed (MEET-015). The text of an open
 * editor is saved on confirmation, so canceling the dialog creates and changes nothing.
 * @param onSent called after a note was sent (MEET-033)
 */
export function useSendMeetingNote({ onSent }: { onSent?: (notePk: number) => void } = {}): SendMeetingNote {
  const [note, setNote] = useState<SendableNote | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [notSent, setNotSent] = useState<ReadonlySet<number | null>>(new Set());
  const send = useSendMeetingNoteMutation();
  const onError = useReloadAfterConflict();

  const mark = (pks: readonly (number | null)[], failed: boolean) =>
    setNotSent((before) => {
      const next = new Set(before);
      for (const pk of pks) {
        if (failed) next.add(pk);
        else next.delete(pk);
      }
      return next;
    });

  const confirm = async (shown: ShownToSender) => {
    if (note === null) return;
    setSending(true);
    let { pk } = note;
    try {
      if (note.editor !== undefined) {
        const saved = await note.editor.save();
        // The editor shows why its text was not saved.
        if (saved === null) return mark([pk], true);
        pk = saved.pk;
      }
      if (pk === null) return;
      await send.mutateAsync({ meetingNoteId: toGlobalId('MeetingNote', pk), ...shown }, { onError });
      mark([pk, null], false);
      showSuccess('This meeting note has been sent successfully.');
      onSent?.(pk);
    } catch (error) {
      // Shows no message for an unreachable server (MEET-035): the note itself shows 'Not sent'. Otherwise
      // shows the server's message (MEET-034).
      const unreachable = error instanceof AppError && error.code === 'NETWORK';
      if (unreachable) mark([pk], true);
      else showError(error instanceof AppError ? error.message : 'The meeting note was not sent.');
    } finally {
      setSending(false);
      setNote(null);
    }
  };

  return {
    ask: (asked) => {
      setNote(asked);
      setWasAsked(true);
    },
    isNotSent: (pk) => notSent.has(pk),
    dialog: wasAsked && (
      <Suspense>
        <SendMeetingNoteDialog
          note={note}
          sending={isSending}
          onCancel={() => setNote(null)}
          onSend={(shown) => void confirm(shown)}
        />
      </Suspense>
    ),
  };
}
