import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import type { NoteDetail } from '#src/features/notes/queries.ts';
import { momentInWords } from '#src/lib/dates/relative-time.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { MeetingTask } from './MeetingTask.tsx';

/** A sent note: read-only, but its lines can still become tasks. */
export function SentNote({ note, student }: { note: NoteDetail; student: BookedMeeting['client'] }) {
  const [makesTask, setMakesTask] = useState(false);
  const sentAt = note.meetingNote?.sentAt;
  return (
    <article className="min-h-0 flex-1 overflow-y-auto p-4" aria-labelledby="sent-title">
      <div className="flex items-center gap-2 pb-2">
        <Badge tone="success">Sent</Badge>
        {sentAt && <span className="text-xs text-muted">{momentInWords(new Date(sentAt))}</span>}
        <Button
          className="ml-auto"
          icon={<ListTodo aria-hidden className="size-4" />}
          onClick={() => setMakesTask(true)}
        >
          Make tasks
        </Button>
      </div>
      <h2 id="sent-title" className="pb-2 text-xl font-semibold">
        {note.title}
      </h2>
      <RichTextView body={note.body} />
      {makesTask && <MeetingTask note={note} student={student} onClose={() => setMakesTask(false)} />}
    </article>
  );
}
