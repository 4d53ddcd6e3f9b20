import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import type { NoteSummary } from '../queries.ts';

/** The fields of a note that a row shows. */
type RecentNote = Pick<NoteSummary, 'id' | 'pk' | 'title' | 'updatedAt' | 'user' | 'student'> & {
  meetingNote: { sent: boolean } | null;
};

/** Some notes, one per row: title, student or author, and when it was updated. */
export function RecentNotes({
  notes,
  viewerPk,
  secondLine,
}: {
  notes: readonly RecentNote[];
  viewerPk: number;
  /** The person shown below the title; by default the student of the viewer's own notes, else the author. */
  secondLine?: 'author' | 'student';
}) {
  function below({ user, student }: RecentNote): string {
    const isOwn = user.pk === viewerPk;
    if ((secondLine ?? (isOwn ? 'student' : 'author')) === 'student')
      return student?.fullName ?? 'No student';
    return `By ${isOwn ? 'you' : user.fullName}`;
  }
  return (
    <ul className="divide-y">
      {notes.map((note) => (
        <li key={note.id} className="flex items-baseline gap-3 py-2.5 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1">
            <Link
              to={paths.note(note.pk)}
              className="block truncate rounded-control font-medium hover:text-accent-text hover:underline"
            >
              {note.title}
            </Link>
            <div className="truncate text-sm text-muted">{below(note)}</div>
          </div>
          {note.meetingNote?.sent === false && <Badge tone="warning">Not sent</Badge>}
          <span className="shrink-0 text-sm text-muted">
            <Moment value={note.updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
