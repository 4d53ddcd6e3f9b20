import type { NoteDetail } from '#src/features/notes/queries.ts';
import { momentInWords } from '#src/lib/relativeTime.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { RichTextView } from '#src/ui/RichTextView.tsx';

/** A note that was sent: it stays as it is. */
export function SentNote({ note }: { note: NoteDetail }) {
  const sentAt = note.meetingNote?.sentAt;
  return (
    <article className="min-h-0 flex-1 overflow-y-auto p-4" aria-labelledby="sent-title">
      <div className="flex items-center gap-2 pb-2">
        <Badge tone="success">Sent</Badge>
        {sentAt && <span className="text-xs text-muted">{momentInWords(new Date(sentAt))}</span>}
      </div>
      <h2 id="sent-title" className="pb-2 text-xl font-semibold">
        {note.title}
      </h2>
      <RichTextView body={note.body} />
    </article>
  );
}
