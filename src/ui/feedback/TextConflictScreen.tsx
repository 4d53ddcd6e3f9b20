import { useState, type ReactNode } from 'react';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { Banner } from './Banner.tsx';
import { Button } from '../buttons/Button.tsx';
import { Card } from '../display/Card.tsx';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { RichTextView } from '../rich-text/RichTextView.tsx';
import { TextField } from '../fields/TextField.tsx';

/** The fields of a text that a person edits. */
interface Text {
  title: string;
  body: RichTextDocument;
}

/** Why the stored text differs: someone changed it, it cannot be changed any more, or it was deleted. */
type Conflict<Values> = { kind: 'changed' | 'frozen'; theirs: { values: Values } } | { kind: 'deleted' };

/** The words for one kind of text. */
export interface ConflictTexts {
  /** 'note' or 'essay'. */
  noun: string;
  titleLabel: string;
  bodyLabel: string;
  /** The banner of a text that cannot be changed any more. */
  frozen?: { title: string; text: string; version: string };
}

function bannerOf(kind: Conflict<unknown>['kind'], { noun, frozen }: ConflictTexts) {
  if (kind === 'frozen' && frozen !== undefined) return frozen;
  return kind === 'deleted'
    ? {
        title: `This ${noun} was deleted`,
        text: `Your text is kept on this device. Save it as a new ${noun} or discard it.`,
      }
    : {
        title: `Someone else edited this ${noun}`,
        text: 'Both versions are kept until you choose one or merge them.',
      };
}

function Version({ title, note, children }: { title: string; note: Text; children?: ReactNode }) {
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

/** Shows two versions of a text side by side until the person keeps one or merges them. */
export function TextConflictScreen<Values extends Text>({
  texts,
  conflict,
  mine,
  merged,
  onMerge,
  onResolve,
  onTakeTheirs,
  onPostpone,
}: {
  texts: ConflictTexts;
  conflict: Conflict<Values>;
  mine: Values;
  /** The merged text; null before the person changes it. */
  merged: Values | null;
  /** Keeps a change of the merged text. Missing when the stored text cannot be changed any more. */
  onMerge?: (values: Values) => void;
  /** Saves this text. Missing when the stored text cannot be changed any more. */
  onResolve?: (values: Values) => void;
  /** Discards my version. */
  onTakeTheirs: () => void;
  /** Returns to the editor; the next save asks again. */
  onPostpone?: () => void;
}) {
  const [isMerging, setIsMerging] = useState(merged !== null);
  const draft = merged ?? mine;
  const { title, text } = bannerOf(conflict.kind, texts);
  const canKeep = conflict.kind !== 'frozen';
  return (
    <section aria-label={`Two versions of this ${texts.noun}`} className="@container grid gap-4">
      <Banner tone="warning">
        <strong className="font-semibold">{title}</strong>
        <br />
        {text}
      </Banner>
      <div className="grid items-stretch gap-4 @2xl:grid-cols-2">
        <Version title="Your version" note={mine}>
          {canKeep && (
            <Button variant={isMerging ? 'secondary' : 'primary'} onClick={() => onResolve?.(mine)}>
              {conflict.kind === 'deleted' ? `Save as a new ${texts.noun}` : 'Keep mine'}
            </Button>
          )}
          {conflict.kind === 'changed' && (
            <Button onClick={() => setIsMerging(!isMerging)} aria-expanded={isMerging}>
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
            title={(conflict.kind === 'frozen' && texts.frozen?.version) || 'Saved version'}
            note={conflict.theirs.values}
          >
            {conflict.kind === 'changed' && <Button onClick={onTakeTheirs}>Keep their version</Button>}
          </Version>
        )}
      </div>
      {!canKeep && merged !== null && <Version title="Merged version" note={merged} />}
      {canKeep && isMerging && (
        <Card title="Merged version">
          <div className="grid gap-4">
            <TextField
              label={texts.titleLabel}
              required
              value={draft.title}
              onChange={(event) => onMerge?.({ ...draft, title: event.target.value })}
            />
            <RichTextEditor
              label={texts.bodyLabel}
              value={draft.body}
              onChange={(body) => onMerge?.({ ...draft, body })}
            />
            <div className="flex justify-end">
              <Button variant="primary" onClick={() => onResolve?.(draft)}>
                Save merged
              </Button>
            </div>
          </div>
        </Card>
      )}
    </section>
  );
}
