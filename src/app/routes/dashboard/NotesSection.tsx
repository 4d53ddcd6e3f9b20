import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { RecentNotes } from '#src/features/notes/components/RecentNotes.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';

/** The latest notes: mentors see the notes they wrote, students and parents the ones sent to them. */
export function NotesSection({
  me,
  notes,
  hideEmpty,
}: {
  me: Me;
  notes: DashboardState['notes'];
  hideEmpty: boolean;
}) {
  if (hideEmpty && notes.length === 0) return null;
  const writesNotes = me.capabilities.includes('write_notes');
  return (
    <Section
      id="notes"
      title={writesNotes ? 'Recent notes' : 'Meeting notes for you'}
      action={<CardLink to={paths.notes}>All notes</CardLink>}
      isPrivate
    >
      {notes.length === 0 ? (
        <p className="text-muted">
          {writesNotes ? 'No notes yet. Notes you write appear here.' : 'Notes sent to you appear here.'}
        </p>
      ) : (
        <RecentNotes notes={notes} viewerPk={me.pk} />
      )}
    </Section>
  );
}
