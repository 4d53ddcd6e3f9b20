import { useState, type ReactNode } from 'react';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { RichTextEditor } from '#src/ui/RichTextEditor.tsx';
import { RichTextView } from '#src/ui/RichTextView.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import type { NoteValues } from '../drafts/note-draft.ts';
import type { NoteConflict } from '../drafts/note-session-state.ts';

const WORDS: Record<NoteConflict['kind'], { title: string; text: string }> = {
  changed: {
    title: 'This note was changed elsewhere meanwhile',
    text: 'Both versions are kept until you choose one, or make one of both.',
  },
  sent: {
    title: 'Cannot Edit: This meeting note has already been sent and cannot be edited!',
    text: 'What you wrote since is kept on this device. Copy what you still need before you discard it.',
  },
  deleted: {
    title: 'This note was deleted meanwhile',
    text: 'What you wrote is kept on this device. Save it as a new note, or discard it.',
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

/**
 * Two texts of one note, side by side. Nothing is taken away before somebody chose: keep mine, take theirs, or a
 * text made of both.
 */
export function NoteConflictScreen({
  conflict,
  mine,
  onResolve,
  onTakeTheirs,
  onPostpone,
}: {
  conflict: NoteConflict;
  mine: NoteValues;
  /** This text shall be the note; not asked of a note that was sent. */
  onResolve?: (values: NoteValues) => void;
  /** Mine shall go. */
  onTakeTheirs: () => void;
  /** Back to writing; the question comes again with the next save. */
  onPostpone?: () => void;
}) {
  const [merged, setMerged] = useState<NoteValues | null>(null);
  const { title, text } = WORDS[conflict.kind];
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
            {conflict.kind === 'changed' && <Button onClick={onTakeTheirs}>Take theirs</Button>}
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
