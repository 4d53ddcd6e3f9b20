import type { Me } from '#shared/users/responses.ts';
import { MeetingNoteEditor } from '#src/app/meeting-note/MeetingNoteEditor.tsx';
import { SentNote } from '#src/app/meeting-note/SentNote.tsx';
import { useMeetingNote } from '#src/app/meeting-note/useMeetingNote.ts';
import { UnsavedSentNoteText } from '#src/features/notes/components/UnsavedSentNoteText.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';

interface RoomNoteProps {
  me: Me;
  simplybookId: number;
}

/** The provider's meeting note below the video: the editor, or the sent note (MEET-042, MEET-043). */
export function RoomNote(props: RoomNoteProps) {
  return (
    <section aria-label="Meeting note" className="flex h-full min-h-0 flex-col overflow-y-auto bg-surface">
      <NoteOrEditor {...props} />
    </section>
  );
}

function NoteOrEditor({ me, simplybookId }: RoomNoteProps) {
  const { meeting, note, isReady, error, retry, retrying } = useMeetingNote(simplybookId);
  if (isReady && meeting !== undefined) {
    if (note?.meetingNote?.sent !== true) {
      return <MeetingNoteEditor key={simplybookId} {...{ me, meeting, note }} />;
    }
    return (
      <UnsavedSentNoteText owner={String(me.pk)} note={note} simplybookId={simplybookId}>
        <SentNote note={note} student={meeting.client} />
      </UnsavedSentNoteText>
    );
  }
  if (error === null) {
    return (
      <div className="p-4">
        <SkeletonText lines={4} />
      </div>
    );
  }
  return (
    <ErrorState onRetry={retry} retrying={retrying}>
      <p className="text-muted">
        <StoredText />
      </p>
    </ErrorState>
  );
}
