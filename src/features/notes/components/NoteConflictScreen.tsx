import { useState, type ReactNode } from 'react';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { RichTextEditor } from '#src/ui/RichTextEditor.tsx';
import { RichTextView } from '#src/ui/RichTextView.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import type { NoteValues } from '../drafts/note-draft.ts';
import type { NoteConflict } from '../drafts/note-session-state.ts';

const TEXTS: Record<NoteConflict['kind'], { title: string; text: string }> = {
  changed: {
    title: 'Someone else edited this note',
    text: 'Both versions are kept until you choose one or merge them.',
  },
  sent: {
    title: 'Cannot Edit: This meeting note has already been sent and cannot be edited!',
    text: 'Your later changes are kept on this device. Copy what you need before you discard them.',
  },
  deleted: {
    title: 'This note was deleted',
    text: 'Your text is kept on this device. Save it as a new note or discard it.',
  },
};

function Version({ title, note, children }: { title: string; note: NoteValues; children?: ReactNode }) {
  return (
    <Card title={title} className="flex flex-col">
      <h3 className="mb-2 text-xl font-semibold">{note.title}</h3>
      <div className="flex-1">
        <RichTextView body={note.body} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
    </Card>
  );
}

/** Shows two versions of a note side by side until the person keeps one or merges them. */
export function NoteConflictScreen({
  conflict,
  mine,
  onResolve,
  onTakeTheirs,
  onPostpone,
}: {
  conflict: NoteConflict;
  mine: NoteValues;
  /** Saves this text as the note. Missing when the note was already sent. */
  onResolve?: (values: NoteValues) => void;
  /** Discards my version. */
  onTakeTheirs: () => void;
  /** Returns to the editor; the next save asks again. */
  onPostpone?: () => void;
}) {
  const [merged, setMerged] = useState<NoteValues | null>(null);
  const { title, text } = TEXTS[conflict.kind];
  const canKeep = conflict.kind !== 'sent';
  return (
    <section aria-label="Two versions of this note" className="@container grid gap-4">
      <Banner tone="warning">
        <strong className="font-semibold">{title}</strong>
        <br />
        {text}
      </Banner>
      <div className="grid items-stretch gap-4 @2xl:grid-cols-2">
        <Version title="Your version" note={mine}>
          {canKeep && (
            <Button variant={merged === null ? 'primary' : 'secondary'} onClick={() => onResolve?.(mine)}>
              {conflict.kind === 'deleted' ? 'Save as a new note' : 'Keep mine'}
            </Button>
          )}
          {conflict.kind === 'changed' && (
            <Button onClick={() => setMerged(merged === null ? mine : null)} aria-expanded={merged !== null}>
              Edit merged
            </Button>
          )}
          {canKeep && (
            <Button variant="ghost" onClick={onPostpone}>
              Keep writing
            </Button>
          )}
          {conflict.kind !== 'changed' && (
            <Button variant={canKeep ? 'ghost' : 'secondary'} onClick={onTakeTheirs}>
              Discard mine
            </Button>
          )}
        </Version>
        {conflict.kind !== 'deleted' && (
          <Version
            title={conflict.kind === 'sent' ? 'Sent version' : 'Saved version'}
            note={conflict.theirs.values}
          >
            {conflict.kind === 'changed' && <Button onClick={onTakeTheirs}>Keep their version</Button>}
          </Version>
        )}
      </div>
      {merged !== null && (
        <Card title="Merged version">
          <div className="grid gap-4">
            <TextField
              label="Name"
              required
              value={merged.title}
              onChange={(event) => setMerged({ ...merged, title: event.target.value })}
            />
            <RichTextEditor
              label="Body"
              required
              value={merged.body}
              onChange={(body) => setMerged({ ...merged, body })}
            />
            <div className="flex justify-end">
              <Button variant="primary" onClick={() => onResolve?.(merged)}>
                Save merged
              </Button>
            </div>
          </div>
        </Card>
      )}
    </section>
  );
}
