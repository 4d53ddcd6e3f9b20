import { Eye, Inbox, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import type { DataTableColumn, Sort } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';

type NoteRow = {
  id: string;
  subject: string;
  updated: string;
  sent: boolean | null;
  student: string;
  points: number;
};

const ROWS: NoteRow[] = [
  {
    id: '1',
    subject: 'Junior spring planning with Maya',
    updated: 'Today, 4:12 PM',
    sent: false,
    student: 'Maya Rivera',
    points: 240,
  },
  {
    id: '2',
    subject: 'College list: first draft',
    updated: 'Yesterday',
    sent: true,
    student: 'Jonah Tran',
    points: 185,
  },
  {
    id: '3',
    subject: 'Summer program ideas',
    updated: 'May 2',
    sent: null,
    student: 'Priya Shah',
    points: 310,
  },
];

const COLUMNS: DataTableColumn<NoteRow>[] = [
  { id: 'subject', header: 'Subject', primary: true, sortable: true, cell: (row) => row.subject },
  {
    id: 'updated',
    header: 'Updated At',
    sortable: true,
    cell: (row) => <span className="text-muted">{row.updated}</span>,
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: (row) =>
      row.sent === null ? (
        '—'
      ) : (
        <Badge tone={row.sent ? 'success' : 'warning'}>{row.sent ? 'Sent' : 'Not sent'}</Badge>
      ),
  },
  { id: 'student', header: 'Student', cell: (row) => row.student },
  { id: 'points', header: 'Points', numeric: true, cell: (row) => row.points },
];

const shared = { columns: COLUMNS, rowId: (row: NoteRow) => row.id, rowLabel: (row: NoteRow) => row.subject };

export function TableSection() {
  const [sort, setSort] = useState<Sort>({ column: 'updated', direction: 'desc' });
  const [selected, setSelected] = useState(new Set(['2']));
  const [size, setSize] = useState(10);
  return (
    <>
      <Card padded={false}>
        <DataTable
          {...shared}
          label="Notes"
          rows={ROWS}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          rowActions={() => [
            { label: 'View', icon: <Eye />, onSelect: () => {} },
            { label: 'Edit', icon: <Pencil />, onSelect: () => {} },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => {} },
          ]}
          renderExpanded={(row) => (
            <div className="grid gap-3">
              <p className="reading">Register for the May SAT by Friday, {row.student}.</p>
              <div className="flex gap-2">
                <Button>View</Button>
                <Button>Edit</Button>
              </div>
            </div>
          )}
        />
      </Card>
      <CursorPager
        hasPrevious={false}
        hasNext
        onPrevious={() => {}}
        onNext={() => {}}
        pageSize={size}
        onPageSize={setSize}
        range={{ from: 1, to: 3, total: 24 }}
      />
      <output data-testid="sort">
        {sort.column} {sort.direction}
      </output>
      <Card padded={false}>
        <DataTable {...shared} label="Loading notes" rows={[]} loading skeletonRows={3} />
      </Card>
      <Card padded={false}>
        <DataTable
          {...shared}
          label="No notes"
          rows={[]}
          empty={
            <EmptyState
              icon={<Inbox />}
              title="No notes yet"
              action={<Button variant="primary">Create Note</Button>}
            >
              Notes keep what you talked about. Only you and the student’s mentors see them.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
