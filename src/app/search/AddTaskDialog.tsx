import { useQuery } from '@tanstack/react-query';
import { ListPlus, ListTodo } from 'lucide-react';
import { QuickAdd } from '#src/features/tasks/components/QuickAdd.tsx';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { useMe } from '../shell/me.ts';

/** Adds a task from every page, by the same line as the pages of tasks. */
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
  const lists = useQuery(taskQueries.choices(null));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a task"
      description="A line such as “SAT registration friday 5pm 20pts” fills in the due date and the points."
      width="large"
      actions={<CancelButton onClick={onClose} />}
    >
      <div className="min-h-16">
        {lists.data === undefined ? (
          lists.isError ? (
            <ErrorState onRetry={() => void lists.refetch()} retrying={lists.isFetching} />
          ) : (
            <SkeletonText lines={2} />
          )
        ) : lists.data.length === 0 ? (
          <EmptyState
            icon={<ListTodo />}
            title="You have no list yet"
            action={
              <Button
                variant="primary"
                icon={<ListPlus aria-hidden className="size-4" />}
                onClick={onNewList}
              >
                New list
              </Button>
            }
          >
            A task is kept in a list, so add one first.
          </EmptyState>
        ) : (
          <QuickAdd viewerPk={me.pk} lists={lists.data} initialLine={line} takesFocus onAdded={onClose} />
        )}
      </div>
    </Dialog>
  );
}
