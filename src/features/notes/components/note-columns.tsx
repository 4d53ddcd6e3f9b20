import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { truncate } from '#src/lib/truncate.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { Moment } from '#src/ui/display/Moment.tsx';
import type { NoteSummary } from '../queries.ts';

function SentBadge({ sent }: { sent: boolean }) {
  return sent ? <Badge tone="success">Sent</Badge> : <Badge tone="warning">Not sent</Badge>;
}

/** Formats a name on one line. */
function person(user: { fullName: string } | null | undefined) {
  if (!user) return null;
  return (
    <span title={user.fullName} className="align-bottom @2xl:inline-block @2xl:max-w-36 @2xl:truncate">
      {user.fullName}
    </span>
  );
}

/** Returns the columns of the notes list (NOTE-014, NOTE-016). */
export function noteColumns(viewer: Pick<Me, 'capabilities'>): DataTableColumn<NoteSummary>[] {
  const canWrite = viewer.capabilities.includes('write_notes');
  const columns: DataTableColumn<NoteSummary>[] = [
    {
      id: 'title',
      header: 'Subject',
      sortable: true,
      primary: true,
      cell: (note) => (
        <Link
          to={paths.note(note.pk)}
          title={note.title}
          className="rounded-control hover:text-accent-text hover:underline @max-2xl:block @max-2xl:truncate"
        >
          {truncate(note.title)}
        </Link>
      ),
    },
    {
      id: 'createdAt',
      header: 'Created At',
      sortable: true,
      wide: true,
      stacked: 'hidden',
      cell: (note) => <Moment value={note.createdAt} />,
    },
    {
      id: 'updatedAt',
      stacked: 'value',
      header: 'Updated At',
      sortable: true,
      cell: (note) => <Moment value={note.updatedAt} />,
    },
    {
      id: 'sent',
      stacked: 'value',
      header: 'Sent',
      sortable: true,
      cell: (note) => note.meetingNote && <SentBadge sent={note.meetingNote.sent} />,
    },
    {
      id: 'createdBy',
      header: 'Created By',
      sortable: true,
      wide: canWrite,
      stacked: canWrite ? 'hidden' : 'value',
      cell: (note) => person(note.user),
    },
    {
      id: 'student',
      header: 'Student',
      sortable: true,
      stacked: canWrite ? 'value' : 'hidden',
      cell: (note) => person(note.student),
    },
    {
      id: 'mentor',
      header: 'Mentor',
      sortable: true,
      stacked: 'hidden',
      cell: (note) => person(note.mentor),
    },
  ];
  return columns.filter(({ id }) => id !== 'student' || viewer.capabilities.includes('list_students'));
}
