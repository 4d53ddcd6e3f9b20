import { ClipboardList, Ellipsis, Lock, Pencil, Star, Trash2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ListPermission } from '#shared/tasks/policy.ts';
import type { Me } from '#shared/users/responses.ts';
import { useWaitingDraft } from '#src/lib/drafts/useFormDraft.ts';
import { ConfirmByTyping } from '#src/ui/overlays/ConfirmByTyping.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import type { MenuAction } from '#src/ui/overlays/MenuPopup.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useDeleteList, useToggleFavorite, useUpdateList } from '../../list-mutations.ts';
import { useTaskOutbox } from '../../mutations.ts';
import type { TaskListPage } from '../../queries.ts';
import { taskDraft } from '../../task-draft.ts';
import { newTasksOf } from '../../unsent.ts';
import { CompletedTasks } from './CompletedTasks.tsx';
import { ListNameDialog } from './ListNameDialog.tsx';
import { MakeTemplateDialog } from './MakeTemplateDialog.tsx';
import { NewTaskForm } from './NewTaskForm.tsx';
import { OpenTasks } from './OpenTasks.tsx';
import { QuickAdd } from '../QuickAdd.tsx';
import { TaskHistory } from '../detail/TaskHistory.tsx';
import { UnsentTasks } from '../UnsentTasks.tsx';

/** Returns who can see a list, as text next to the icon. */
function audienceOf(list: TaskListPage, isOwn: boolean, isOfStudent: boolean): string {
  if (list.private || (isOwn && !isOfStudent)) return isOwn ? 'Only you can see this list' : 'Private';
  return isOwn
    ? 'Your parents and mentors can see this list'
    : `${list.userFullName}, their parents and mentors can see this list`;
}

interface TaskListViewProps {
  viewer: Pick<Me, 'pk' | 'capabilities'>;
  list: TaskListPage;
  /** The open task, shown beside the list. */
  currentPk: number | null;
  linkTo: (taskPk: number) => string;
  ownerPath: string;
  /** Says who can see the list. */
  visibility: ReactNode;
  onDeleted: () => void;
}

type ListDialog = 'delete' | 'rename' | 'template' | 'task';

/** The name, owner and readers of a list, with the viewer's actions. */
function ListHeader({
  viewer,
  list,
  ownerPath,
  visibility,
  onDialog,
}: Pick<TaskListViewProps, 'viewer' | 'list' | 'ownerPath' | 'visibility'> & {
  onDialog: (dialog: ListDialog) => void;
}) {
  const isOwn = list.userId === viewer.pk;
  const isOfStudent = isOwn ? viewer.capabilities.includes('share_lists') : true;
  const readOnly = useReadOnlyReason();
  const may = (permission: ListPermission) => list.permissions.includes(permission);
  const isFavorite = list.favorites.length > 0;
  const update = useUpdateList(list.slug);
  const favorite = useToggleFavorite();

  const menu: MenuAction[] = [
    ...(may('change_list')
      ? [{ label: 'Rename', icon: <Pencil />, onSelect: () => onDialog('rename') }]
      : []),
    ...(may('add_listtemplate')
      ? [{ label: 'Save as template', icon: <ClipboardList />, onSelect: () => onDialog('template') }]
      : []),
    ...(may('delete_list')
      ? [
          {
            label: 'Delete list',
            icon: <Trash2 />,
            danger: true,
            separated: true,
            onSelect: () => onDialog('delete'),
          },
        ]
      : []),
  ];
  const Audience = list.private ? Lock : Users;

  return (
    <header className="grid gap-1">
      <div className="flex items-start gap-1">
        <h1 className="min-w-0 flex-1 text-2xl font-semibold wrap-anywhere">{list.name}</h1>
        <IconButton
          label={isFavorite ? 'Remove from Favorites' : 'Add to Favorites'}
          icon={<Star className={isFavorite ? 'fill-current' : undefined} />}
          aria-pressed={isFavorite}
          disabledReason={readOnly}
          onClick={() => favorite.mutate({ pk: list.pk, slug: list.slug, isFavorite })}
        />
        {menu.length > 0 && (
          <Menu trigger={<IconButton label="Actions for this list" icon={<Ellipsis />} />} actions={menu} />
        )}
      </div>
      <div data-private className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        {!isOwn && (
          <span>
            List of{' '}
            <Link to={ownerPath} className="font-medium text-accent-text hover:underline">
              {list.userFullName}
            </Link>
          </span>
        )}
        <span className="inline-flex items-center gap-1">
          <Audience aria-hidden className="size-3.5" />
          {audienceOf(list, isOwn, isOfStudent)}
        </span>
        <span className="-mx-3">{visibility}</span>
      </div>
      {may('change_private') && (
        <Switch
          label="Private"
          hint={list.private ? readOnly : undefined}
          checked={list.private}
          disabled={update.isPending || (list.private && readOnly !== undefined)}
          className="mt-2 w-fit items-center!"
          onChange={(isPrivate) =>
            update.mutate(
              { private: isPrivate },
              {
                onSuccess: () => showSuccess(isPrivate ? 'Only you can see this list now' : 'List shared'),
                onError: () => showError('Could not change who can see this list. Try again.'),
              },
            )
          }
        />
      )}
    </header>
  );
}

/** The form of a new task with all its fields. */
function AddTaskDialog({
  owner,
  list,
  onClose,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  list: TaskListPage;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Add a task" width="large">
      <div className="pb-5">
        <NewTaskForm owner={owner} list={list} onClose={onClose} />
      </div>
    </Dialog>
  );
}

/** A list with its tasks (LIST-004) and the viewer's actions. */
export function TaskListView({
  viewer,
  list,
  currentPk,
  linkTo,
  ownerPath,
  visibility,
  onDeleted,
}: TaskListViewProps) {
  const newTasks = newTasksOf({ listId: list.id }, useTaskOutbox(viewer.pk).data);
  const may = (permission: ListPermission) => list.permissions.includes(permission);
  const update = useUpdateList(list.slug);
  const remove = useDeleteList(viewer.pk);
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const close = () => setDialog(null);
  const owner = String(viewer.pk);
  const waiting = useWaitingDraft(owner, taskDraft.newTask(list.pk), dialog === 'task');

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHeader
        viewer={viewer}
        list={list}
        ownerPath={ownerPath}
        visibility={visibility}
        onDialog={setDialog}
      />

      {may('add_task') && (
        <div className="grid gap-2">
          <QuickAdd viewerPk={viewer.pk} ownerPk={list.userId} lists={[list]} shortcut />
          <p className="text-xs text-muted">
            Try “SAT registration friday 5pm 20pts”, or{' '}
            <button
              type="button"
              className="rounded-control font-medium text-accent-text hover:underline"
              onClick={() => setDialog('task')}
            >
              {waiting === null ? 'open the form' : `continue ${waiting ? `“${waiting}”` : 'your draft'}`}
            </button>
            .
          </p>
        </div>
      )}

      {list.tasks.length > 0 && (
        <OpenTasks viewerPk={viewer.pk} list={list} currentPk={currentPk} linkTo={linkTo} />
      )}
      {newTasks.length > 0 && (
        <div className="grid gap-2 rounded-card border bg-surface p-3">
          <UnsentTasks viewerPk={viewer.pk} tasks={newTasks} />
        </div>
      )}
      {list.tasks.length + newTasks.length === 0 && (
        <div className="rounded-card border bg-surface">
          <EmptyState icon={<ClipboardList />} title="No open tasks">
            {may('add_task') ? 'Add your first task above.' : 'Tasks in this list appear here.'}
          </EmptyState>
        </div>
      )}
      <CompletedTasks viewerPk={viewer.pk} listPk={list.pk} linkTo={linkTo} />
      <section aria-label="History of the list" className="grid gap-2 rounded-card border bg-surface p-3">
        <h2 className="font-semibold">History</h2>
        <TaskHistory of={{ listPk: list.pk }} viewerPk={viewer.pk} />
      </section>

      {dialog === 'rename' && (
        <ListNameDialog
          title="Rename list"
          initial={list.name}
          submitLabel="Rename list"
          onSubmit={(name) => update.mutateAsync({ name })}
          onClose={close}
        />
      )}
      {dialog === 'template' && <MakeTemplateDialog list={list} onClose={close} />}
      {dialog === 'task' && <AddTaskDialog owner={owner} list={list} onClose={close} />}
      <ConfirmByTyping
        open={dialog === 'delete'}
        onClose={close}
        title={`Delete ${list.name}`}
        description="This deletes the list with all its tasks, steps and history. You cannot undo this."
        phrase={list.name}
        confirmLabel="Delete list"
        busy={remove.isPending}
        busyLabel="Deleting"
        onConfirm={() => remove.mutate(list, { onSuccess: onDeleted, onSettled: close })}
      />
    </div>
  );
}
