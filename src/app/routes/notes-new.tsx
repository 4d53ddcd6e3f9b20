import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { NoteForm } from '#src/features/notes/components/NoteForm.tsx';
import { userQueries } from '#src/features/users/queries.ts';
import { backOf } from '../shell/back-link.ts';
import { useMe } from '../shell/me.ts';
import { NotFoundPage } from './not-found.tsx';

/** /notes/new/ (NOTE-003); `?student=` preselects the student. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const [params] = useSearchParams();
  const students = useQuery(userQueries.myStudents());

  if (!me.capabilities.includes('write_notes')) return <NotFoundPage />;
  return (
    <>
      <title>New note · GoPath</title>
      <NoteForm
        title="New note"
        context="Visible to you and the student’s other mentors."
        owner={String(me.pk)}
        note={null}
        simplybookId={null}
        initial={{ studentId: params.get('student') }}
        students={students.data ?? []}
        onCreated={(note) =>
          void navigate(paths.editNote(note.pk), { replace: true, state: location.state as unknown })
        }
        onCancel={() => void navigate(backOf(location, paths.notes))}
      />
    </>
  );
}
