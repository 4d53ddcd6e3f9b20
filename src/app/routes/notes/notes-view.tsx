import { useQuery } from '@tanstack/react-query';
import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { noteEditPath } from '#src/features/notes/components/note-links.ts';
import { NoteView } from '#src/features/notes/components/NoteView.tsx';
import { useDeletedNoteDraft } from '#src/features/notes/drafts/useDeletedNoteDraft.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { TaskFromNoteDialog } from '#src/features/tasks/components/TaskFromNoteDialog.tsx';
import { PinButton } from '#src/features/users/components/PinButton.tsx';
import { userQueries } from '#src/features/users/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { backStateOf } from '../../shell/back-link.ts';
import { MissingNote, NoteLoading } from './notes-loading.tsx';
import { useMe } from '../../shell/me.ts';

/** /notes/{id}/ (NOTE-004) */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const pk = readPk(useParams()['pk']);
  const [makesTask, setMakesTask] = useState(false);
  const students = useQuery(userQueries.myStudents());
  const note = useQuery({ ...noteQueries.detail(pk ?? 0), enabled: pk !== null });
  const draft = useDeletedNoteDraft(String(me.pk), pk, note);

  if (pk === null) return <MissingNote />;
  if (note.data === undefined) {
    return draft ? <Navigate to={paths.editNote(pk)} replace /> : <NoteLoading query={note} draft={draft} />;
  }
  const { data } = note;
  const about = data.student?.pk;
  // The student is unknown when the author is no longer their mentor.
  const isKnown = about === me.pk || students.data?.some(({ pk: known }) => known === about) === true;
  return (
    <>
      <title>{`${data.title} · GoPath`}</title>
      <NoteView
        viewer={me}
        note={data}
        studentPath={about !== undefined && isKnown ? paths.user(about) : undefined}
        studentAction={
          data.student === null ? null : (
            <>
              <PinButton student={data.student} />
              {me.capabilities.includes('manage_student_tasks') && (
                <Button icon={<ListTodo aria-hidden className="size-4" />} onClick={() => setMakesTask(true)}>
                  Make tasks
                </Button>
              )}
            </>
          )
        }
        visibility={<WhoCanSee kind="note" pk={data.pk} viewerPk={me.pk} />}
        onList={() => void navigate(paths.notes)}
        onEdit={() => void navigate(noteEditPath(data), { state: backStateOf(location) })}
        onDeleted={() => void navigate(paths.notes)}
      />
      {makesTask && data.student !== null && (
        <TaskFromNoteDialog note={data} student={data.student} onClose={() => setMakesTask(false)} />
      )}
    </>
  );
}
