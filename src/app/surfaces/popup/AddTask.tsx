import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { QuickAdd } from '#src/features/tasks/components/QuickAdd.tsx';
import { QuickAddForStudent } from '#src/features/tasks/components/QuickAddForStudent.tsx';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { appPage } from '../extension/app-page.ts';
import { ADD_TASK } from './add-task-draft.ts';

interface TypedTask {
  line: string;
  /** The student that a mentor chose. */
  studentPk: number | null;
}

const EMPTY: TypedTask = { line: '', studentPk: null };

/** Adds a task. The typed line is stored on this device, because the popup closes with any click outside. */
export function AddTask({ viewerPk, isForStudents }: { viewerPk: number; isForStudents: boolean }) {
  const [{ ready, values }, draft] = useFormDraft<TypedTask>({
    owner: String(viewerPk),
    subject: ADD_TASK,
    titleOf: ({ line }) => line,
    initial: EMPTY,
    version: null,
  });
  if (!ready) return <div className="h-8" />;
  const Form = isForStudents ? AddForStudent : AddForMe;
  return (
    <Form
      viewerPk={viewerPk}
      typed={values}
      onType={(typed) => draft.change(typed.line.trim() === '' ? EMPTY : typed)}
    />
  );
}

interface FormProps {
  viewerPk: number;
  typed: TypedTask;
  onType: (typed: TypedTask) => void;
}

function AddForStudent({ viewerPk, typed, onType }: FormProps) {
  const students = useQuery(userQueries.myStudents());
  if (students.isError) return <p className="px-1 text-muted">Could not load your students. Try again.</p>;
  return (
    students.data && (
      <QuickAddForStudent
        viewerPk={viewerPk}
        students={students.data}
        initialPk={typed.studentPk}
        initialLine={typed.line}
        onType={(line, studentPk) => onType({ line, studentPk })}
      />
    )
  );
}

function AddForMe({ viewerPk, typed, onType }: FormProps) {
  const lists = useQuery(taskQueries.choices(null));
  if (lists.isError) return <p className="px-1 text-muted">Could not load your lists. Try again.</p>;
  if (lists.data === undefined) return null;
  if (lists.data.length > 0) {
    return (
      <QuickAdd
        viewerPk={viewerPk}
        lists={lists.data}
        initialLine={typed.line}
        onType={(line) => onType({ line, studentPk: null })}
      />
    );
  }
  return (
    <p className="px-1 text-muted">
      Add a list in{' '}
      <a
        href={appPage(paths.tasks)}
        target="_blank"
        rel="noreferrer"
        className="text-accent-text hover:underline"
      >
        GoPath
      </a>{' '}
      first.
    </p>
  );
}
