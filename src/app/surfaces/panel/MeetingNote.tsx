import { ArrowLeftRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { AppError, isOffline } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { UnsavedSentNoteText } from '#src/features/notes/components/UnsavedSentNoteText.tsx';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { ErrorState, NOT_FOUND } from '#src/ui/feedback/ErrorState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { meetingTimeText } from '#src/features/meetings/meeting-time.ts';
import { MeetingNoteEditor } from '#src/app/meeting-note/MeetingNoteEditor.tsx';
import { useMeetingNote } from '#src/app/meeting-note/useMeetingNote.ts';
import { type PanelCache, useUpdatePanelCache } from './panel-cache.ts';
import { StudentContext } from './StudentContext.tsx';

const SentNote = lazy(async () => ({
  default: (await import('#src/app/meeting-note/SentNote.tsx')).SentNote,
}));

function LoadingNote() {
  return (
    <div className="p-4">
      <SkeletonText lines={4} />
    </div>
  );
}

/** A meeting: its student and time, then its note. */
export function MeetingNote({
  subject,
  me,
  simplybookId,
  onChooseOther,
}: {
  subject: string;
  me: Me;
  simplybookId: number;
  onChooseOther: () => void;
}) {
  const { meeting, note, notePk, isReady, error, retry, retrying } = useMeetingNote(simplybookId);
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';

  let content: ReactNode;
  if (isReady && meeting !== undefined) {
    content =
      note?.meetingNote?.sent === true ? (
        <UnsavedSentNoteText owner={String(me.pk)} note={note} simplybookId={simplybookId}>
          <Suspense fallback={<LoadingNote />}>
            <SentNote note={note} student={meeting.client} />
          </Suspense>
        </UnsavedSentNoteText>
      ) : (
        <>
          <UpdatePanelCache subject={subject} cache={{ me, meeting, note }} />
          <MeetingNoteEditor key={simplybookId} {...{ me, meeting, note }} />
        </>
      );
  } else if (error !== null) {
    content = (
      <ErrorState {...(isMissing && NOT_FOUND)} onRetry={retry} retrying={retrying}>
        <p className="text-muted">
          <StoredText />
        </p>
      </ErrorState>
    );
  } else {
    content = <LoadingNote />;
  }
  return (
    <>
      <MeetingHeader meeting={meeting} onChooseOther={onChooseOther} />
      {isReady && isOffline(error) && (
        <div className="px-3 pt-2">
          <Banner tone="warning">
            You’re offline. <StoredText writing />
          </Banner>
        </div>
      )}
      {meeting !== undefined && (
        <StudentContext key={meeting.client.pk} viewerPk={me.pk} student={meeting.client} exceptPk={notePk} />
      )}
      {content}
    </>
  );
}

/** Caches what the editor shows, for the panel's next opening. */
function UpdatePanelCache({ subject, cache }: { subject: string; cache: PanelCache }) {
  useUpdatePanelCache(subject, cache);
  return null;
}

function MeetingHeader({
  meeting,
  onChooseOther,
}: {
  meeting: BookedMeeting | undefined;
  onChooseOther: () => void;
}) {
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-2.5 border-b py-1.5 pr-2 pl-3">
      {meeting === undefined ? (
        <div className="flex-1">
          <SkeletonText lines={2} />
        </div>
      ) : (
        <>
          <Avatar name={meeting.client.fullName} picture={meeting.client.picture} />
          <div className="min-w-0 flex-1">
            <h1 className="truncate text-base font-semibold">{meeting.client.fullName}</h1>
            <p className="truncate text-xs text-muted">
              {meetingTimeText(meeting).text} · {meeting.name}
            </p>
          </div>
        </>
      )}
      <IconButton label="Choose another meeting" icon={<ArrowLeftRight />} onClick={onChooseOther} />
    </header>
  );
}
