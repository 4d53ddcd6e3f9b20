import { useQuery } from '@tanstack/react-query';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { unfilledText } from '#shared/meetings/unfilled.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { SendMeetingNoteInput } from '#src/transport/generated/notes/graphql.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { storedNoteSubject } from '../drafts/note-draft.ts';
import { useNoteDraft } from '../drafts/useNoteDraft.ts';
import { noteQueries, type NoteSummary, type RecipientsOf } from '../queries.ts';
import { RecipientList } from './RecipientList.tsx';
import { UnsavedNoteBanner } from './UnsavedNoteBanner.tsx';

const NO_LIST = 'The recipients could not be loaded';
const UNSAVED = 'Save your changes to this note before sending it';

/** A stored meeting note. Only its author sends it. */
type StoredMeetingNote = Pick<NoteSummary, 'pk' | 'user' | 'meetingNote'> & { editor?: undefined };

/** The meeting note of an open editor. */
interface EditedMeetingNote {
  /** Null for a note that is created on confirmation. */
  pk: number | null;
  /** The dialog validates the text of the editor and saves it on confirmation. */
  editor: {
    simplybookId: number;
    body: RichTextDocument;
    /** Saves the text; null when it could not be saved. */
    save(): Promise<{ pk: number } | null>;
  };
}

/** The meeting note to send. */
export type SendableNote = StoredMeetingNote | EditedMeetingNote;

function recipientsOf({ pk, editor }: SendableNote): RecipientsOf {
  return editor === undefined
    ? { meetingNoteId: toGlobalId('MeetingNote', pk ?? 0) }
    : { simplybookId: editor.simplybookId };
}

/**
 * Returns whether only this device has the newest text of a stored note; undefined until it was looked up. Sending would
 * leave that text out, and a sent note cannot be changed.
 */
function useHasUnsavedText(note: StoredMeetingNote | null, version?: number): boolean | undefined {
  const [draft] = useNoteDraft(String(note?.user.pk), note && storedNoteSubject(note), version);
  if (note === null) return false;
  return draft === undefined ? undefined : draft !== null;
}

/** The text and the recipients that the sender saw. */
export type ShownToSender = Pick<SendMeetingNoteInput, 'version' | 'recipientIds'>;

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
  onSend: (shown: ShownToSender) => void;
}) {
  const open = note !== null;
  const stored = note?.editor === undefined ? note : null;
  const detail = useQuery({ ...noteQueries.detail(stored?.pk ?? 0), enabled: stored !== null });
  const hasUnsavedText = useHasUnsavedText(stored, detail.data?.version);
  const of = note === null ? null : recipientsOf(note);
  const recipients = useQuery({
    ...noteQueries.recipients(of ?? { simplybookId: 0 }),
    enabled: of !== null,
  });
  const body = note?.editor?.body ?? detail.data?.body;
  const unfilled = body === undefined ? null : unfilledText(body);
  const isLoading =
    hasUnsavedText === undefined || recipients.isPending || (stored !== null && detail.isPending);
  const shown = {
    ...(stored !== null && { version: detail.data?.version }),
    recipientIds: recipients.data?.map(({ user }) => user.id),
  };
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
          <Button
            variant="primary"
            disabledReason={
              hasUnsavedText === true ? UNSAVED : (unfilled ?? (recipients.isError ? NO_LIST : undefined))
            }
            busy={isLoading}
            onClick={() => onSend(shown)}
          >
            Send
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {hasUnsavedText === true && stored !== null && <UnsavedNoteBanner note={stored} />}
        {unfilled !== null && <Banner tone="warning">{unfilled}</Banner>}
        {of !== null && (
          <div className="grid gap-1">
            <h3 className="text-xs font-medium text-muted">Recipients</h3>
            <RecipientList of={of} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
