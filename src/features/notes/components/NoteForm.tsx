import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { showSuccess } from '#src/ui/snackbar.ts';
import type { NoteValues, StoredNote } from '../drafts/note-draft.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { NoteDetail } from '../queries.ts';
import { NoteEditor, type NoteEditorControls } from './NoteEditor.tsx';
import { NoteSaveState } from './NoteSaveState.tsx';
import { NotSentBanner } from './NotSentBanner.tsx';
import type { StudentChoice } from './StudentField.tsx';
import { useSendMeetingNote } from './useSendMeetingNote.tsx';

/** The web form of a note or meeting note: the editor, and the bar with 'Cancel', save and send (MEET-014). */
export function NoteForm({
  title,
  context,
  owner,
  note,
  simplybookId,
  initial,
  students,
  askToSend = false,
  onCreated,
  onCancel,
  onSent,
}: {
  title: string;
  /** What the note belongs to, such as its meeting. */
  context?: ReactNode;
  owner: string;
  note: NoteDetail | null;
  simplybookId: number | null;
  initial?: Partial<NoteValues>;
  students?: readonly StudentChoice[];
  /** Opens the send dialog at once: the person asked for it where the note was made. */
  askToSend?: boolean;
  onCreated: (note: StoredNote, thenSend: boolean) => void;
  onCancel: () => void;
  onSent?: (notePk: number) => void;
}) {
  const wantsToSend = useRef(false);
  const sendingPk = useRef(0);
  const send = useSendMeetingNote({ onSent: () => onSent?.(sendingPk.current) });
  const ask = (pk: number) => {
    sendingPk.current = pk;
    send.ask({ pk, meetingNote: { id: toGlobalId('MeetingNote', pk) } });
  };
  const askAtOnce = useRef(askToSend && note !== null ? () => ask(note.pk) : null);
  useEffect(() => {
    askAtOnce.current?.();
    askAtOnce.current = null;
  }, []);

  const cancel = ({ dirty, discard }: NoteEditorControls) => {
    if (dirty) {
      const undo = discard();
      showSuccess('Changes discarded', { label: 'Undo', onSelect: undo });
    }
    onCancel();
  };

  const submitThenSend = async ({ dirty, stored, submit }: NoteEditorControls) => {
    wantsToSend.current = true;
    const saved = stored === null || dirty ? await submit() : stored;
    wantsToSend.current = false;
    if (saved !== null && note !== null) ask(saved.pk);
  };

  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {context !== undefined && <p className="text-muted">{context}</p>}
      </header>
      {note !== null && send.isNotSent(note.pk) && <NotSentBanner onRetry={() => ask(note.pk)} />}
      <NoteEditor
        {...{ owner, note, simplybookId, initial, students }}
        onSaved={(saved, created) => {
          if (created) onCreated(saved, wantsToSend.current);
        }}
        actions={(controls) => (
          <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-2 border-t bg-canvas px-1 py-3">
            <NoteSaveState save={controls.save} />
            <div className="ml-auto flex flex-wrap justify-end gap-2">
              <CancelButton onClick={() => cancel(controls)} />
              <Button
                type="submit"
                variant={simplybookId === null ? 'primary' : 'secondary'}
                busy={controls.saving}
                disabledReason={
                  controls.dirty || controls.stored === null
                    ? undefined
                    : 'Nothing was changed since the last save'
                }
              >
                Save
              </Button>
              {simplybookId !== null && (
                <Button
                  variant="primary"
                  disabled={controls.saving}
                  onClick={() => void submitThenSend(controls)}
                >
                  Send Meeting Note
                </Button>
              )}
            </div>
          </div>
        )}
      />
      {send.dialog}
    </div>
  );
}
