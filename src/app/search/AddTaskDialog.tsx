import { useQuery } from '@tanstack/react-query';
import { ListPlus, ListTodo } from 'lucide-react';
import { useMatch } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { QuickAdd } from '#src/features/tasks/components/QuickAdd.tsx';
import { QuickAddForStudent } from '#src/features/tasks/components/QuickAddForStudent.tsx';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useTypedAhead } from '#src/lib/useTypedAhead.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useMe } from '../shell/me.ts';

/** Adds a task from any page. Mentors choose a student first; the page's student is preselected. */
export function AddTaskDialog({
  line,
  onNewList,
  onClose,
}: {
  line: string | undefined;
  onNewList: () => void;
  onClose: () => void;
}) {
  const me = useMe();
  const isForStudents = me.capabilities.includes('manage_student_tasks');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a task"
      description="Try “SAT registration friday 5pm 20pts”: the due date and the points are filled in."
      width="large"
      actions={<CancelButton onClick={onClose} />}
    >
      <div className="min-h-16">
        {isForStudents ? (
          <ForStudent viewerPk={me.pk} line={line} onAdded={onClose} />
        ) : (
          <ForMe viewerPk={me.pk} line={line} onNewList={onNewList} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Returns the pk of the person whose page is open, or null. */
function usePagePersonPk(): number | null {
  return readPk(useMatch('/users/:pk/*')?.params['pk'] ?? '');
}

function ForStudent({
  viewerPk,
  line,
  onAdded,
}: {
  viewerPk: number;
  line: string | undefined;
  onAdded: () => void;
}) {
  const students = useQuery(userQueries.myStudents());
  const pagePersonPk = usePagePersonPk();
  if (students.data === undefined) {
    return students.isError ? (
      <ErrorState onRetry={() => void students.refetch()} retrying={students.isFetching} />
    ) : (
      <SkeletonText lines={2} />
    );
  }
  return (
    <QuickAddForStudent
      viewerPk={viewerPk}
      students={students.data}
      initialPk={pagePersonPk}
      initialLine={line}
      takesFocus
      onAdded={onAdded}
    />
  );
}

function ForMe({
  viewerPk,
  line,
  onNewList,
  onClose,
}: {
  viewerPk: number;
  line: string | undefined;
  onNewList: () => void;
  onClose: () => void;
}) {
  const lists = useQuery(taskQueries.choices(null));
  const [typed] = useTypedAhead(lists.isPending, onClose);
  if (lists.data === undefined) {
    return lists.isError ? (
      <ErrorState onRetry={() => void lists.refetch()} retrying={lists.isFetching} />
    ) : (
      <SkeletonText lines={2} />
    );
  }
  if (lists.data.length === 0) {
    return (
      <EmptyState
        icon={<ListTodo />}
        title="No lists yet"
        action={
          <Button variant="primary" icon={<ListPlus aria-hidden className="size-4" />} onClick={onNewList}>
            New list
          </Button>
        }
      >
        Tasks belong to a list, so add a list first.
      </EmptyState>
    );
  }
  return (
    <QuickAdd
      viewerPk={viewerPk}
      lists={lists.data}
      initialLine={`${line ?? ''}${typed}`}
      takesFocus
      onAdded={onClose}
    />
  );
}
