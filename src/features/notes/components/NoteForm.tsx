import { type ReactNode, useState } from 'react';
import { ActionBar } from '#src/ui/buttons/ActionBar.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { SaveState } from '#src/ui/feedback/SaveState.tsx';
import type { NoteValues, StoredNote } from '../drafts/note-draft.ts';
import type { NoteDetail } from '../queries.ts';
import { DiscardChangesDialog } from './DiscardChangesDialog.tsx';
import { NoteEditor, type NoteEditorControls } from './NoteEditor.tsx';
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
  subject,
  initial,
  students,
  onCreated,
  onCancel,
  onDone,
  onSent,
}: {
  title: string;
  /** The context of the note, such as its meeting. */
  context?: ReactNode;
  owner: string;
  note: NoteDetail | null;
  simplybookId: number | null;
  /** The subject of the drafts of a note that was deleted elsewhere. */
  subject?: string;
  initial?: Partial<NoteValues>;
  students?: readonly StudentChoice[];
  onCreated: (note: StoredNote) => void;
  onCancel: () => void;
  /** Runs when the person saves a note that autosave has already saved. */
  onDone: (notePk: number) => void;
  onSent: (notePk: number) => void;
}) {
  const send = useSendMeetingNote({ onSent });
  const [isNew] = useState(note === null);
  const [isDiscarding, setDiscarding] = useState(false);

  const askToSend = async ({ check, stored, dirty, submit, values }: NoteEditorControls, booking: number) => {
    if (!(await check())) return;
    const save = async () => (stored === null || dirty ? submit() : stored);
    send.ask({ pk: stored?.pk ?? null, editor: { simplybookId: booking, body: values.body, save } });
  };

  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {context !== undefined && <p className="text-muted">{context}</p>}
      </header>
      <NoteEditor
        {...{ owner, note, simplybookId, subject, initial, students }}
        onSaved={(saved, created) => {
          if (created) onCreated(saved);
        }}
        actions={(controls) => (
          <>
            {simplybookId !== null && send.isNotSent(controls.stored?.pk ?? null) && (
              <NotSentBanner onRetry={() => void askToSend(controls, simplybookId)} />
            )}
            <ActionBar className="-mx-1 gap-2 bg-canvas px-1 py-3">
              <SaveState status={controls.save} />
              <div className="ml-auto flex flex-wrap justify-end gap-2">
                <CancelButton onClick={() => (controls.changed ? setDiscarding(true) : onCancel())} />
                <SaveButton
                  controls={controls}
                  variant={simplybookId === null ? 'primary' : 'secondary'}
                  onDone={onDone}
                />
                {simplybookId !== null && (
                  <Button variant="primary" onClick={() => void askToSend(controls, simplybookId)}>
                    Send Meeting Note
                  </Button>
                )}
              </div>
            </ActionBar>
            <DiscardChangesDialog
              open={isDiscarding}
              isNew={isNew}
              revert={controls.revert}
              onKeep={() => setDiscarding(false)}
              onDiscarded={onCancel}
            />
          </>
        )}
      />
      {send.dialog}
    </div>
  );
}

/** Saves the note; if autosave has already saved it, opens it. */
function SaveButton({
  controls: { stored, dirty, saving },
  variant,
  onDone,
}: {
  controls: NoteEditorControls;
  variant: 'primary' | 'secondary';
  onDone: (notePk: number) => void;
}) {
  const saved = dirty ? null : stored;
  return (
    <Button
      // Enter in the name only submits, so it never leaves the page.
      type={saved === null ? 'submit' : 'button'}
      variant={variant}
      busy={saving}
      onClick={saved === null ? undefined : () => onDone(saved.pk)}
    >
      Save
    </Button>
  );
}
