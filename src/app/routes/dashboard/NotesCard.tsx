import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { RecentNotes } from '#src/features/notes/components/RecentNotes.tsx';
import { defaultListState, toListVariables, writeListState } from '#src/features/notes/list-state.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { Card } from '#src/ui/Card.tsx';
import { CardLink } from '#src/ui/CardLink.tsx';
import { QueryContent } from '../../shell/QueryContent.tsx';

/** The latest notes: mentors see the notes they wrote, students and parents the ones sent to them. */
export function NotesCard({ me, hideEmpty }: { me: Me; hideEmpty: boolean }) {
  const writesNotes = me.capabilities.includes('write_notes');
  const state = {
    ...defaultListState,
    size: 5,
    authors: new Set([writesNotes ? 'me' : 'others'] as const),
  };
  const notes = useQuery(noteQueries.list(toListVariables(state)));
  const all = writeListState({ ...state, size: defaultListState.size }).toString();
  if (hideEmpty && notes.data?.edges.length === 0) return null;
  return (
    <Card
      title={writesNotes ? 'Recent notes' : 'Meeting notes for you'}
      action={<CardLink to={{ pathname: paths.notes, search: all }}>All notes</CardLink>}
    >
      <QueryContent query={notes}>
        {({ edges }) =>
          edges.length === 0 ? (
            <p className="text-muted">
              {writesNotes ? 'No notes yet. Notes you write appear here.' : 'Notes sent to you appear here.'}
            </p>
          ) : (
            <RecentNotes notes={edges.map(({ node }) => node)} viewerPk={me.pk} />
          )
        }
      </QueryContent>
    </Card>
  );
}
