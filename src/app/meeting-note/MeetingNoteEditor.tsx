import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { type BookedMeeting, PANEL_MEETINGS } from '#src/features/meetings/queries.ts';
import { NoteEditor, type NoteEditorControls } from '#src/features/notes/components/NoteEditor.tsx';
import { NoteEditorSkeleton } from '#src/features/notes/components/NoteEditorSkeleton.tsx';
import { NotSentBanner } from '#src/features/notes/components/NotSentBanner.tsx';
import { useSendMeetingNote } from '#src/features/notes/components/useSendMeetingNote.tsx';
import type { StoredNote } from '#src/features/notes/drafts/note-draft.ts';
import type { NoteDetail } from '#src/features/notes/queries.ts';
import { ActionBar } from '#src/ui/buttons/ActionBar.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { SaveState } from '#src/ui/feedback/SaveState.tsx';
import { initialMeetingNote } from './initial-meeting-note.ts';
import { MeetingTask } from './MeetingTask.tsx';
import { useUpcomingMeetings } from './useUpcomingMeetings.ts';

const FRAME = 'flex min-h-72 flex-1 flex-col gap-2 px-3 pt-3';

/** The editor of the meeting's note: saves automatically, sends on request (MEET-014). */
export function MeetingNoteEditor({
  me,
  meeting,
  note,
}: {
  me: Me;
  meeting: BookedMeeting;
  note: NoteDetail | null;
}) {
  const [isNew] = useState(note === null);
  const upcoming = useUpcomingMeetings(isNew, PANEL_MEETINGS.UPCOMING);
  const send = useSendMeetingNote();
  const [taskOf, setTaskOf] = useState<StoredNote | null>(null);

  /** Saves unsaved text. Returns the stored note; null when it could not be saved. */
  const save = async ({ dirty, stored, submit }: NoteEditorControls) =>
    stored === null || dirty ? submit() : stored;
  const askToSend = async (controls: NoteEditorControls) => {
    if (!(await controls.check())) return;
    const { body } = controls.values;
    send.ask({
      pk: controls.stored?.pk ?? null,
      editor: { simplybookId: meeting.simplybookId, body, save: () => save(controls) },
    });
  };

  if (upcoming === undefined) {
    return (
      <div className={FRAME}>
        <NoteEditorSkeleton fill withStudent={false} />
      </div>
    );
  }
  return (
    <div className={FRAME}>
      <NoteEditor
        owner={String(me.pk)}
        note={note}
        simplybookId={meeting.simplybookId}
        initial={initialMeetingNote(meeting, meeting.name, upcoming)}
        fill
        actions={(controls) => (
          <>
            {send.isNotSent(controls.stored?.pk ?? null) && (
              <NotSentBanner onRetry={() => void askToSend(controls)} />
            )}
            <ActionBar className="-mx-3 shrink-0 justify-between gap-2 bg-surface px-3 py-2">
              <SaveState status={controls.save} />
              <span className="ml-auto flex items-center gap-1">
                <IconButton
                  label="Make tasks"
                  icon={<ListTodo />}
                  onClick={() => void save(controls).then(setTaskOf)}
                />
                <Button variant="primary" onClick={() => void askToSend(controls)}>
                  Send Meeting Note
                </Button>
              </span>
            </ActionBar>
          </>
        )}
      />
      {send.dialog}
      {taskOf !== null && (
        <MeetingTask
          note={{ id: taskOf.id, body: taskOf.values.body }}
          student={meeting.client}
          onClose={() => setTaskOf(null)}
        />
      )}
    </div>
  );
}
