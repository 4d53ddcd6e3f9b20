import type { Me } from '#shared/users/responses.ts';
import { MeetingNoteEditor } from '#src/app/meeting-note/MeetingNoteEditor.tsx';
import { SentNote } from '#src/app/meeting-note/SentNote.tsx';
import { useMeetingNote } from '#src/app/meeting-note/useMeetingNote.ts';
import { UnsavedSentNoteText } from '#src/features/notes/components/UnsavedSentNoteText.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';

/** The provider's meeting note below the video: the editor, or the sent note (MEET-042, MEET-043). */
export function RoomNote({ me, simplybookId }: { me: Me; simplybookId: number }) {
  const { meeting, note, isReady, error, retry, retrying } = useMeetingNote(simplybookId);
  return (
    <section aria-label="Meeting note" className="flex h-full min-h-0 flex-col overflow-y-auto bg-surface">
      {!isReady || meeting === undefined ? (
        error === null ? (
          <div className="p-4">
            <SkeletonText lines={4} />
          </div>
        ) : (
          <ErrorState onRetry={retry} retrying={retrying}>
            <p className="text-muted">What you wrote is saved on this device.</p>
          </ErrorState>
        )
      ) : note?.meetingNote?.sent === true ? (
        <UnsavedSentNoteText owner={String(me.pk)} note={note} simplybookId={simplybookId}>
          <SentNote note={note} student={meeting.client} />
        </UnsavedSentNoteText>
      ) : (
        <MeetingNoteEditor key={simplybookId} {...{ me, meeting, note }} />
      )}
    </section>
  );
}
