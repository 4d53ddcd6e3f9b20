import { useQuery } from '@tanstack/react-query';
import { FolderInput, NotebookPen, Pencil, Trash2, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { useWaitingDraft } from '#src/lib/drafts/useFormDraft.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useDeleteTask } from '../../list-mutations.ts';
import { useEditTask } from '../../edit-mutations.ts';
import { useChangeTask, useCompleteTask, useTaskOutbox } from '../../mutations.ts';
import { type TaskDetail, taskQueries } from '../../queries.ts';
import { taskDraft } from '../../task-draft.ts';
import { newTasksOf, withUnsent } from '../../unsent.ts';
import { DueDate } from '../DueDate.tsx';
import { InlineDueDate } from './InlineDueDate.tsx';
import { InlineName } from './InlineName.tsx';
import { MoveTaskDialog } from './MoveTaskDialog.tsx';
import { QuickAdd } from '../QuickAdd.tsx';
import { TaskCheck } from '../TaskCheck.tsx';
import { TaskForm } from './TaskForm.tsx';
import { taskValuesOf } from '../../task-values.ts';
import { TaskHistory } from './TaskHistory.tsx';
import { UnsentTasks } from '../UnsentTasks.tsx';

const GoneTaskDraft = lazyPart(async () => (await import('./GoneTaskDraft.tsx')).GoneTaskDraft);

interface TaskDetailProps {
  viewerPk: number;
  pk: number;
  /** The path back to the list. */
  listPath: string;
  linkTo: (taskPk: number) => string;
  noteLinkTo: (notePk: number) => string;
  onGone: () => void;
}

/** A task with its description, steps and history, or its loading and error states (TASK-002, TASK-003). */
export function TaskDetailView(props: TaskDetailProps) {
  const query = useQuery(taskQueries.detail(props.pk));
  const unsent = useTaskOutbox(props.viewerPk).data;
  if (query.data !== undefined) {
    return <LoadedTask key={props.pk} {...props} task={withUnsent(query.data, unsent)} />;
  }
  if (query.error === null) {
    return (
      <div className="grid gap-4">
        <Skeleton className="h-7 w-3/5" />
        <SkeletonText lines={4} />
      </div>
    );
  }
  const isMissing = query.error instanceof AppError && query.error.code === 'NOT_FOUND';
  if (!isMissing) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return (
    <>
      <NotFoundState>
        <Link to={props.listPath} className="mt-2 font-medium text-accent-text hover:underline">
          Back to the list
        </Link>
      </NotFoundState>
      <Suspense>
        <GoneTaskDraft key={props.pk} owner={String(props.viewerPk)} pk={props.pk} />
      </Suspense>
    </>
  );
}

function LoadedTask({
  viewerPk,
  task,
  listPath,
  linkTo,
  noteLinkTo,
  onGone,
}: TaskDetailProps & { task: TaskDetail }) {
  const owner = String(viewerPk);
  const subject = taskDraft.task(task.pk);
  /** Null until the person chooses. Then an unsaved draft opens the form. */
  const [wantsToEdit, setEditing] = useState<boolean | null>(null);
  const [moving, setMoving] = useState(false);
  const complete = useCompleteTask(viewerPk);
  const remove = useDeleteTask(viewerPk);
  const edit = useEditTask();
  const change = useChangeTask();
  const canChange = task.permissions.includes('change_task');

  const hasDraft = useWaitingDraft(owner, subject, wantsToEdit === true) !== null;
  const editing = wantsToEdit ?? (hasDraft && canChange);

  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-1">
        <UpLink to={task.parent ? linkTo(task.parent.pk) : listPath}>
          {task.parent?.name ?? task.containingList.name}
        </UpLink>
        <div className="ml-auto flex">
          {canChange && <IconButton label="Edit task" icon={<Pencil />} onClick={() => setEditing(true)} />}
          {canChange && (
            <IconButton label="Move task" icon={<FolderInput />} onClick={() => setMoving(true)} />
          )}
          {task.permissions.includes('delete_task') && (
            <IconButton
              label="Delete task"
              icon={<Trash2 />}
              onClick={() => remove.mutate(task, { onSuccess: onGone })}
            />
          )}
          <Link
            to={listPath}
            aria-label="Close task"
            className="touch-target hidden size-control place-items-center rounded-control text-muted hover:bg-hover hover:text-text lg:grid"
          >
            <X aria-hidden className="size-4" />
          </Link>
        </div>
      </div>
      {editing ? (
        <TaskForm
          owner={owner}
          subject={subject}
          initial={taskValuesOf(task)}
          version={task.version}
          submitLabel="Save task"
          failure="Failed to update task"
          onSubmit={(values, version) => edit.mutateAsync({ id: task.id, values, version })}
          onDone={() => {
            showSuccess('Task updated');
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <header className="flex items-start gap-2.5">
            <span className="pt-1.5">
              <TaskCheck task={task} onChange={(completed) => complete.mutate({ task, completed })} />
            </span>
            <div className="grid min-w-0 flex-1 gap-1">
              <InlineName
                name={task.name}
                canChange={canChange}
                onSave={(name) => change.mutateAsync({ task, name })}
              />
              <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
                <InlineDueDate
                  task={task}
                  canChange={canChange}
                  onSave={(dueAt) => change.mutateAsync({ task, dueAt })}
                />
                <span className="tabular-nums">{task.points} points</span>
                {task.recurrence && (
                  <span>{`Repeats ${recurrenceLabel(task.recurrence).toLowerCase()}`}</span>
                )}
                {task.sourceNote && (
                  <Link
                    to={noteLinkTo(task.sourceNote.pk)}
                    className="inline-flex items-center gap-1 text-accent-text hover:underline"
                  >
                    <NotebookPen aria-hidden className="size-3.5" />
                    {task.sourceNote.title}
                  </Link>
                )}
              </div>
            </div>
          </header>
          <RichTextView body={task.body} />
          {task.parent === null && <Steps viewerPk={viewerPk} task={task} linkTo={linkTo} />}
        </>
      )}
      <section aria-label="History" className="grid gap-2 border-t pt-4">
        <h3 className="font-semibold">History</h3>
        <TaskHistory of={{ taskPk: task.pk }} viewerPk={viewerPk} />
      </section>
      {moving && <MoveTaskDialog task={task} onClose={() => setMoving(false)} />}
    </article>
  );
}

/** The steps of a task, with a quick add line. */
function Steps({
  viewerPk,
  task,
  linkTo,
}: {
  viewerPk: number;
  task: TaskDetail;
  linkTo: (taskPk: number) => string;
}) {
  const complete = useCompleteTask(viewerPk);
  const unsent = useTaskOutbox(viewerPk).data;
  const newSteps = newTasksOf({ listId: task.containingList.id, parentId: task.id }, unsent);
  const canAdd = task.permissions.includes('change_task') && !task.completed;
  if (task.children.length === 0 && !canAdd) return null;
  return (
    <section aria-label="Steps" className="grid gap-2">
      <h3 className="font-semibold">Steps</h3>
      {task.children.length > 0 && (
        <ul className="grid">
          {task.children.map((step) => (
            <li key={step.pk} className="flex min-h-10 items-center gap-2.5">
              <TaskCheck task={step} onChange={(completed) => complete.mutate({ task: step, completed })} />
              <Link
                to={linkTo(step.pk)}
                className={
                  step.completed
                    ? 'min-w-0 flex-1 truncate text-muted line-through hover:underline'
                    : 'min-w-0 flex-1 truncate hover:text-accent-text hover:underline'
                }
              >
                {step.name}
              </Link>
              {step.dueAt && (
                <span className="text-xs">
                  <DueDate dueAt={step.dueAt} completed={step.completed} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <UnsentTasks viewerPk={viewerPk} tasks={newSteps} />
      {canAdd && (
        <QuickAdd
          viewerPk={viewerPk}
          ownerPk={task.userPk}
          lists={[task.containingList]}
          label="Add a step"
          parentId={task.id}
        />
      )}
    </section>
  );
}
