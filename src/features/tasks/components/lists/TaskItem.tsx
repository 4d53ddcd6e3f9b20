import { useSortable } from '@dnd-kit/sortable';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, Ellipsis, FolderInput, GripVertical, ListChecks, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import type { MenuAction } from '#src/ui/overlays/MenuPopup.tsx';
import type { TaskRow } from '../../queries.ts';
import { DueDate } from '../DueDate.tsx';
import { TaskCheck } from '../TaskCheck.tsx';

/** The actions on the tasks of a list: stable functions for every row and render. */
export interface TaskItemActions {
  onComplete: (task: TaskRow, completed: boolean) => void;
  onMove: (task: TaskRow) => void;
  onDelete: (task: TaskRow) => void;
  onUp: (task: TaskRow) => void;
  onDown: (task: TaskRow) => void;
}

function stepsInWords(task: TaskRow): string {
  const done = task.children.filter((step) => step.completed).length;
  return `${done} of ${task.children.length} steps`;
}

/** The name, due date, points and steps of a task's row. */
export function TaskSummary({ task, to, current }: { task: TaskRow; to: string; current: boolean }) {
  return (
    <div className="min-w-0 flex-1 py-2">
      <Link
        to={to}
        aria-current={current ? 'true' : undefined}
        className={clsx(
          'block rounded-control break-words sm:truncate hover:text-accent-text hover:underline',
          task.completed && 'text-muted line-through',
        )}
      >
        {task.name}
      </Link>
      {(task.dueAt !== null || task.points > 0 || task.children.length > 0) && (
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
          {task.dueAt && (
            <DueDate dueAt={task.dueAt} completed={task.completed} repeats={Boolean(task.recurrence)} />
          )}
          {task.points > 0 && <span className="tabular-nums">{task.points} points</span>}
          {task.children.length > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <ListChecks aria-hidden className="size-3.5" />
              {stepsInWords(task)}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * A row of an open task: checkbox, link and menu; sorted by its handle or its menu. Memoized, because a list can have
 * 500 rows.
 */
export const TaskItem = memo(function TaskItem({
  task,
  to,
  current,
  isFirst,
  isLast,
  actions,
}: {
  task: TaskRow;
  to: string;
  current: boolean;
  isFirst: boolean;
  isLast: boolean;
  actions: TaskItemActions;
}) {
  const canChange = task.permissions.includes('change_task');
  const sortable = useSortable({ id: task.pk, disabled: !canChange });
  const { transform, transition, isDragging } = sortable;
  const menu: MenuAction[] = [
    ...(canChange
      ? [{ label: 'Move to another list', icon: <FolderInput />, onSelect: () => actions.onMove(task) }]
      : []),
    ...(canChange && !isFirst
      ? [{ label: 'Move up', icon: <ArrowUp />, onSelect: () => actions.onUp(task) }]
      : []),
    ...(canChange && !isLast
      ? [{ label: 'Move down', icon: <ArrowDown />, onSelect: () => actions.onDown(task) }]
      : []),
    ...(task.permissions.includes('delete_task')
      ? [
          {
            label: 'Delete',
            icon: <Trash2 />,
            danger: true,
            separated: true,
            onSelect: () => actions.onDelete(task),
          },
        ]
      : []),
  ];
  return (
    <li
      ref={sortable.setNodeRef}
      style={{
        transform: transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`,
        transition,
      }}
      className={clsx(
        // Rows that are not on the screen are neither laid out nor painted.
        'group flex items-center gap-1.5 border-b pr-1 [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] last:border-b-0',
        current ? 'bg-accent-soft' : 'bg-surface hover:bg-hover',
        isDragging && 'relative z-10 rounded-control shadow-float',
      )}
    >
      {canChange ? (
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`Move ${task.name}`}
          className="touch-target grid h-8 w-5 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      ) : (
        <span className="w-1.5" />
      )}
      <TaskCheck task={task} onChange={(completed) => actions.onComplete(task, completed)} />
      <TaskSummary task={task} to={to} current={current} />
      {menu.length > 0 && (
        <Menu
          trigger={<IconButton label={`Actions for ${task.name}`} icon={<Ellipsis />} />}
          actions={menu}
        />
      )}
    </li>
  );
});
